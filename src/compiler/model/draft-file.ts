import { forgetName } from '../describe/zod-schema.js';
import type { Settle } from '../load/import-request.js';
import type { LiveProcedure } from '../load/take-procedures.js';
import { type DraftedProcedure, draftProcedures, listDrafted } from './draft-procedures.js';
import { SchemaBook } from './schema-book.js';

/**
 * Drafts the procedures of a file whose schemas no other file has. What comes of it keeps none of them, but for those of response
 * headers, which are few: they are most of what a build would hold, and can go as soon as they are described.
 */
export async function draftFile(
  procedures: readonly LiveProcedure[],
  settle: Settle,
): Promise<readonly DraftedProcedure[]> {
  // Spelled so that a reference may lead to it: `~` is an escape there.
  const file = encodeURIComponent(procedures[0]?.loaded.file.file ?? '').replaceAll('~', '%7E');
  const { book, drafts } = await settle(() => {
    const book = new SchemaBook(`${file}:`);
    return { book, drafts: draftProcedures(procedures, book) };
  });
  for (const { live } of book.entries) if (live) forgetName(live);
  return listDrafted(drafts, book).map(({ entries, ...drafted }) => ({
    ...drafted,
    entries: entries.map((entry) => ({ ...entry, live: undefined })),
  }));
}
