import type { ProcedureDraft } from './procedure-draft.js';
import type { BookEntry, SchemaBook } from './schema-book.js';

/** The files, by their absolute paths, of schemas that have to be compared with others of their id, and are not there any more. */
export function listFaded(drafts: readonly ProcedureDraft[], book: SchemaBook): ReadonlySet<string> {
  const first = new Map<string, BookEntry>();
  const procedures = new Set<string>();
  for (const entry of book.entries) {
    const { id } = entry.schema;
    const before = id ? first.get(id) : undefined;
    if (id && !before) first.set(id, entry);
    if (!before) continue;
    for (const { live, procedure } of [before, entry]) if (!live) procedures.add(procedure);
  }
  const faded = drafts.filter(({ name }) => procedures.has(name));
  return new Set(faded.map(({ loaded }) => loaded.file.path));
}
