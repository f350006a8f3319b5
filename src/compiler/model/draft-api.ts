import type { LoadedProcedures } from '../load/load-procedures.js';
import type { ProjectConfig } from '../load/project-config.js';
import { type DraftedProcedure, draftProcedures, listDrafted } from './draft-procedures.js';
import { listFaded } from './list-faded.js';
import type { ProcedureDraft } from './procedure-draft.js';
import { SchemaBook } from './schema-book.js';
import { type SettledNames, type SettledSchema, settleNames } from './settle-names.js';

/** Every exposed procedure before it is known to be free of faults, and what they share. */
export interface DraftApi {
  /** Sorted by name. */
  readonly drafts: readonly ProcedureDraft[];
  readonly book: SchemaBook;
  readonly names: SettledNames<SettledSchema>;
  readonly config: ProjectConfig;
}

export interface DraftedProject {
  readonly loaded: LoadedProcedures<DraftedProcedure>;
  readonly api: DraftApi;
}

/**
 * Drafts what was loaded. Files whose schemas have to be compared with others of their ids are loaded again where these are gone.
 * The others are not drafted again: a schema whose own code counts, or throws, may tell how often it was looked at. `label` is
 * that of the book.
 */
export async function draftApi(
  loaded: LoadedProcedures<DraftedProcedure>,
  config: ProjectConfig,
  label = '',
): Promise<DraftedProject> {
  const { book, drafts } = await loaded.settle(() => {
    const book = new SchemaBook(label);
    return { book, drafts: draftProcedures(loaded.procedures, book) };
  });
  const faded = listFaded(drafts, book);
  if (faded.size === 0) return { loaded, api: { drafts, book, names: settleNames(book), config } };
  const drafted = new Map(listDrafted(drafts, book).map((one) => [one.draft.loaded, one]));
  const again = await loaded.reload(faded);
  const procedures = again.procedures.map((one) => ('draft' in one ? one : (drafted.get(one.loaded) ?? one)));
  return draftApi({ ...again, procedures }, config, `${label}again:`);
}
