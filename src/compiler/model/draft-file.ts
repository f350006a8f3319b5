import type { LiveProcedure } from '../load/take-procedures.js';
import { type DraftedProcedure, draftProcedures } from './draft-procedures.js';
import { type BookEntry, SchemaBook } from './schema-book.js';
import { forgetName } from './zod-schema.js';

/**
 * Drafts the procedures of a file whose schemas no other file has. What comes of it keeps none of them: they are most of what a
 * build would hold, and can go as soon as they are described.
 */
export function draftFile(procedures: readonly LiveProcedure[]): readonly DraftedProcedure[] {
  // Spelled so that a reference may lead to it.
  const book = new SchemaBook(`${encodeURIComponent(procedures[0]?.loaded.file.file ?? '')}:`);
  const drafts = draftProcedures(procedures, book);
  const { shapes, definitions } = book;
  const entries = new Map(drafts.map(({ name }): [string, BookEntry[]] => [name, []]));
  for (const entry of book.entries) {
    if (entry.live) forgetName(entry.live);
    entries.get(entry.procedure)?.push({ ...entry, live: undefined });
  }
  return drafts.map((draft) => ({
    draft,
    entries: entries.get(draft.name) ?? [],
    sides: { shapes, definitions },
  }));
}
