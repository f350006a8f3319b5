import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import type { PlaceBook } from '../read/place-book.js';
import { readProcedureFile } from '../read/read-files.js';
import { reportFailingImport } from './failing-import.js';
import type { ImportContext } from './import-context.js';
import { type ImportOptions, type ImportOutcome, importIsolated } from './import-isolated.js';
import type { Exports } from './import-request.js';
import { requestProcedures } from './request-procedures.js';
import { type FileContent, type LiveProcedure, takeProcedures } from './take-procedures.js';

export interface LoadedFile<Drafted> extends FileContent<LiveProcedure | Drafted> {
  /** Null where it could not be loaded. */
  readonly modules: readonly string[] | null;
}

/** Drafts the procedures of a file that needs nothing but `procgen` and zod. They do not live longer than this takes. */
export type DraftFile<Drafted> = (procedures: readonly LiveProcedure[]) => readonly Drafted[];

export interface LoadFilesOptions<Drafted> extends ImportOptions {
  readonly places: PlaceBook;
  /** Where it is absent, all procedures live. */
  readonly draftFile?: DraftFile<Drafted>;
}

/** What came of each file that holds procedures, by its absolute path. */
export async function loadFiles<Drafted>(
  context: ImportContext,
  files: readonly ProcedureFile[],
  { places, draftFile, ...options }: LoadFilesOptions<Drafted>,
): Promise<ReadonlyMap<string, LoadedFile<Drafted>>> {
  const { sources } = context;
  const digestOf = (discovered: ProcedureFile, draft: DraftFile<Drafted>) => async (values: Exports) => {
    const file = await readProcedureFile(discovered, sources);
    const taken = file ? takeProcedures(file, values, places) : NOTHING;
    return { ...taken, procedures: draft(taken.procedures) };
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
      loaded.set(file.path, { ...NOTHING, diagnostics: [fault], modules: null });
    } else {
      const { values, digest = takeProcedures(file, values ?? {}, places), modules } = outcome;
      loaded.set(file.path, { ...digest, modules });
    }
  }
  return loaded;
}

const NOTHING: FileContent<never> = { procedures: [], diagnostics: [], nested: [], ownMetadata: [] };
