import type { LoadedProcedure } from '../load/load-procedures.js';
import type { ProjectConfig } from '../load/project-config.js';
import { draftProcedures, type ProcedureDraft } from './procedure-draft.js';
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

export function draftApi(procedures: readonly LoadedProcedure[], config: ProjectConfig): DraftApi {
  const book = new SchemaBook();
  const drafts = draftProcedures(procedures, book);
  return { drafts, book, names: settleNames(book), config };
}
