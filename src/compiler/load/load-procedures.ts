import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import { PlaceBook } from '../locations/place-book.js';
import type { ImportContext } from './import-context.js';
import type { Settle } from './import-request.js';
import { type DraftFile, type LoadedFile, loadFiles } from './load-files.js';
import type { FileContent, LiveProcedure } from './take-procedures.js';

/** Procedures of files in the order of these; of a file that was drafted as soon as it had run there are its drafts. */
export interface LoadedProcedures<Drafted> extends FileContent<LiveProcedure | Drafted> {
  /** Finds the places that were asked for. */
  readonly places: PlaceBook;
  /** The files of the project's own that a procedure file was made of so far, by its path: absolute, with `/`. */
  listModules(): ReadonlyMap<string, readonly string[]>;
  readonly settle: Settle;
  /** The same, with those files run once more, and their procedures alive. */
  reload(paths: ReadonlySet<string>): Promise<LoadedProcedures<Drafted>>;
}

export interface LoadOptions<Drafted> {
  readonly draftFile: DraftFile<Drafted>;
}

/**
 * The procedures of all files that could be loaded, and a fault for each that could not. Files that do not parse
 * are left out.
 */
export async function loadProcedures<Drafted>(
  context: ImportContext,
  files: readonly ProcedureFile[],
  { draftFile }: LoadOptions<Drafted>,
): Promise<LoadedProcedures<Drafted>> {
  const places = new PlaceBook(context.sources);
  const collect = (
    loaded: ReadonlyMap<string, LoadedFile<Drafted>>,
    settle: Settle,
  ): LoadedProcedures<Drafted> => {
    const contents = [...loaded.values()];
    return {
      procedures: contents.flatMap(({ procedures }) => procedures),
      places,
      listModules: () =>
        new Map(
          [...loaded].flatMap(([path, file]) => (file.listModules ? [[path, file.listModules()]] : [])),
        ),
      diagnostics: contents.flatMap(({ diagnostics }) => diagnostics),
      nested: contents.flatMap(({ nested }) => nested),
      ownMetadata: contents.flatMap(({ ownMetadata }) => ownMetadata),
      settle,
      async reload(paths) {
        const again = await loadFiles<Drafted>(
          context,
          files.filter(({ path }) => paths.has(path)),
          { places },
        );
        return collect(new Map([...loaded, ...again.files]), again.settle);
      },
    };
  };
  const loaded = await loadFiles(context, files, { places, draftFile });
  return collect(loaded.files, loaded.settle);
}
