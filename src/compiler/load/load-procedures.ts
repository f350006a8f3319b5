import type { Metadata } from '../../authoring/metadata.js';
import type { ProcedureDefinition } from '../../authoring/procedure-definition.js';
import { BUILDER, hasBrand, PROCEDURE } from '../../protocol/brand.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import { PlaceBook } from '../read/place-book.js';
import type { ChainPlaces } from '../read/read-chain-places.js';
import { type ReadFile, readProcedureFile } from '../read/read-files.js';
import type { ReadProcedure } from '../read/read-procedures.js';
import type { SourceCache } from '../read/source-cache.js';
import { remember } from '../remember.js';
import { reportFailingImport } from './failing-import.js';
import {
  type ImportContext,
  type ImportOptions,
  type ImportOutcome,
  importIsolated,
} from './import-isolated.js';
import type { Exports, ImportRequest } from './import-request.js';

/** A procedure as it was read, of one that lives, or lived. */
export interface LoadedProcedure {
  readonly file: Omit<ReadFile, 'procedures' | 'imports'>;
  readonly read: ReadProcedure;
  /** Where what its builder was told stands; see `PlaceBook`. */
  readonly findPlaces: () => ChainPlaces;
  /** Stands for the procedure itself, to tell whether two exports are one. */
  readonly identity: object;
}

/** A procedure that lives. */
export interface LiveProcedure {
  readonly loaded: LoadedProcedure;
  readonly definition: ProcedureDefinition;
}

/** Procedures of files in the order of these; of a file that was drafted as soon as it had run there are its drafts. */
export interface LoadedProcedures<Drafted> {
  readonly procedures: readonly (LiveProcedure | Drafted)[];
  /** Finds the places that were asked for. */
  readonly places: PlaceBook;
  /** The project's own modules that were bundled for a file, by its path: absolute, with `/`. */
  readonly modules: ReadonlyMap<string, readonly string[]>;
  readonly diagnostics: readonly Diagnostic[];
  /** The same, with those files run once more, and their procedures alive. */
  reload(paths: ReadonlySet<string>): Promise<LoadedProcedures<Drafted>>;
}

export interface LoadOptions<Drafted> extends ImportOptions {
  /** Drafts the procedures of a file that needs nothing but `procgen` and zod. They do not live longer than this takes. */
  readonly draftFile: DraftFile<Drafted>;
}

type DraftFile<Drafted> = (procedures: readonly LiveProcedure[]) => readonly Drafted[];

/**
 * The procedures of all files that could be loaded, and a fault for each that could not. Files that do not parse
 * are left out. Each is bundled as soon as it is read.
 */
export async function loadProcedures<Drafted>(
  context: ImportContext,
  files: readonly ProcedureFile[],
  { draftFile, ...options }: LoadOptions<Drafted>,
): Promise<LoadedProcedures<Drafted>> {
  const places = new PlaceBook(context.sources);
  const collect = (loaded: ReadonlyMap<string, LoadedFile<Drafted>>): LoadedProcedures<Drafted> => {
    const contents = [...loaded.values()];
    return {
      procedures: contents.flatMap(({ procedures }) => procedures),
      places,
      modules: new Map([...loaded].flatMap(([path, { modules }]) => (modules ? [[path, modules]] : []))),
      diagnostics: contents.flatMap(({ diagnostics }) => diagnostics),
      async reload(paths) {
        const again = files.filter(({ path }) => paths.has(path));
        return collect(new Map([...loaded, ...(await loadFiles<Drafted>(context, again, { places }))]));
      },
    };
  };
  return collect(await loadFiles(context, files, { places, draftFile, options }));
}

/** What came of running a file. */
interface FileContent<Procedure> {
  readonly procedures: readonly Procedure[];
  readonly diagnostics: readonly Diagnostic[];
}

interface LoadedFile<Drafted> extends FileContent<LiveProcedure | Drafted> {
  /** Null where it could not be loaded. */
  readonly modules: readonly string[] | null;
}

/** By their absolute paths. */
async function loadFiles<Drafted>(
  context: ImportContext,
  files: readonly ProcedureFile[],
  {
    places,
    draftFile,
    options,
  }: {
    readonly places: PlaceBook;
    readonly draftFile?: DraftFile<Drafted>;
    readonly options?: ImportOptions;
  },
): Promise<ReadonlyMap<string, LoadedFile<Drafted>>> {
  const { sources } = context;
  const digestOf = (file: ProcedureFile, draft: DraftFile<Drafted>) => async (values: Exports) => {
    const { procedures, diagnostics } = takeContent(await readProcedureFile(file, sources), values, places);
    return { procedures: draft(procedures), diagnostics };
  };
  const requests = files.map((file) => ({
    ...requestProcedures(file.path, sources),
    ...(draftFile && { digest: digestOf(file, draftFile) }),
  }));
  const outcomes = await importIsolated(context, requests, options);
  const loaded = new Map<string, LoadedFile<Drafted>>();
  for (const [index, discovered] of files.entries()) {
    const file = await readProcedureFile(discovered, sources);
    if (!file || file.procedures.length === 0) continue;
    const outcome = outcomes[index] as ImportOutcome<FileContent<Drafted>>;
    if ('reason' in outcome) {
      const fault = await reportFailingImport(context, file.file, outcome);
      loaded.set(file.path, { procedures: [], diagnostics: [fault], modules: null });
    } else {
      const { values, digest = takeContent(file, values ?? {}, places), modules } = outcome;
      loaded.set(file.path, { ...digest, modules });
    }
  }
  return loaded;
}

/** What to import of a procedure file: the procedures that it exports; nothing where it does not parse. */
export function requestProcedures(path: string, sources: SourceCache): ImportRequest {
  return {
    path,
    async listExports() {
      const module = await sources.read(path);
      if (!module || module.syntaxErrors.length > 0) return [];
      return module.procedures.map(({ exportName }) => exportName);
    },
  };
}

function takeContent(file: ReadFile | null, values: Exports, places: PlaceBook): FileContent<LiveProcedure> {
  if (!file) return { procedures: [], diagnostics: [] };
  const procedures = file.procedures.flatMap((read) => {
    const value = values[read.exportName];
    if (!hasBrand(value, PROCEDURE)) return [];
    const { definition } = value as { definition: ProcedureDefinition };
    return [
      { loaded: describeLoaded(file, read, { places, identity: identify(value as object) }), definition },
    ];
  });
  return { procedures, diagnostics: reportUnfinished(file, values) };
}

/** Apart from what lives, so that none of it is kept. */
function describeLoaded(
  file: ReadFile,
  read: ReadProcedure,
  { places, identity }: { readonly places: PlaceBook; readonly identity: object },
): LoadedProcedure {
  return { file, read, findPlaces: () => places.find(file.path, read.exportName), identity };
}

const identify = remember((_procedure: object): object => ({}));

/** A builder that is exported is there to be shared, unless it has a route already: then its last step was forgotten. */
function reportUnfinished({ procedures }: ReadFile, values: Exports): Diagnostic[] {
  return procedures.flatMap(({ exportName, place }) => {
    const openapi = (values[exportName] as { [BUILDER]?: Metadata } | null | undefined)?.[BUILDER]?.openapi;
    if (openapi?.enabled !== true || openapi.method === undefined || openapi.path === undefined) return [];
    const message = `"${exportName}" has the route ${openapi.method} ${openapi.path}, and no handler.`;
    return [createDiagnostic('missing-handler', place, message)];
  });
}
