import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import type { PlaceBook } from '../locations/place-book.js';
import { reportFailingImport } from './failing-import.js';
import type { ImportContext } from './import-context.js';
import { type ImportOutcome, importIsolated } from './import-isolated.js';
import type { Exports, Settle } from './import-request.js';
import { readProcedureFile } from './read-files.js';
import { requestProcedures } from './request-procedures.js';
import { type FileContent, type LiveProcedure, takeProcedures } from './take-procedures.js';

export interface LoadedFile<Drafted> extends FileContent<LiveProcedure | Drafted> {
  /** Null where it could not be loaded. */
  readonly listModules: (() => readonly string[]) | null;
}

/** Drafts the procedures of a file that shares none of its schemas. They do not live longer than this takes. */
export type DraftFile<Drafted> = (
  procedures: readonly LiveProcedure[],
  settle: Settle,
) => Promise<readonly Drafted[]>;

export interface LoadFilesOptions<Drafted> {
  readonly places: PlaceBook;
  /** Where it is absent, all procedures live. */
  readonly draftFile?: DraftFile<Drafted>;
}

export interface LoadedFiles<Drafted> {
  /** By absolute path. */
  readonly files: ReadonlyMap<string, LoadedFile<Drafted>>;
  readonly settle: Settle;
}

/** What came of each file that holds procedures. */
export async function loadFiles<Drafted>(
  context: ImportContext,
  files: readonly ProcedureFile[],
  { places, draftFile }: LoadFilesOptions<Drafted>,
): Promise<LoadedFiles<Drafted>> {
  const { sources } = context;
  const digestOf =
    (discovered: ProcedureFile, draft: DraftFile<Drafted>) => async (values: Exports, settle: Settle) => {
      const file = readProcedureFile(discovered, sources);
      const taken = file ? await settle(() => takeProcedures(file, values, places)) : NOTHING;
      return { ...taken, procedures: await draft(taken.procedures, settle) };
    };
  const requests = files.map((file) => ({
    ...requestProcedures(file.path, sources),
    ...(draftFile && { digest: digestOf(file, draftFile) }),
  }));
  const { outcomes, settle } = await importIsolated(context, requests);
  const loaded = new Map<string, LoadedFile<Drafted>>();
  for (const [index, discovered] of files.entries()) {
    const file = readProcedureFile(discovered, sources);
    if (!file || file.procedures.length === 0) continue;
    const outcome = outcomes[index] as ImportOutcome<FileContent<Drafted>>;
    if ('reason' in outcome) {
      const fault = reportFailingImport(context, file.file, outcome);
      loaded.set(file.path, { ...NOTHING, diagnostics: [fault], listModules: null });
    } else {
      const { values } = outcome;
      const content = outcome.digest ?? (await settle(() => takeProcedures(file, values ?? {}, places)));
      loaded.set(file.path, { ...content, listModules: () => outcome.listModules() });
    }
  }
  return { files: loaded, settle };
}

const NOTHING: FileContent<never> = { procedures: [], diagnostics: [], nested: [], ownMetadata: [] };
