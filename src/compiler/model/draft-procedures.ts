import { isActionResponse } from '../../authoring/action-response.js';
import type { ProcedureDefinition } from '../../authoring/procedure-definition.js';
import type { Schema } from '../../authoring/schema.js';
import { HTTP_METHODS } from '../../protocol/http-method.js';
import { parsePathTemplate } from '../../protocol/path-template.js';
import { acceptsUndefined } from '../describe/is-optional.js';
import { isSchema } from '../describe/zod-schema.js';
import type { LiveProcedure } from '../load/take-procedures.js';
import { compareNames } from './compare-names.js';
import { toTypeIdentifier } from './naming/safe-identifier.js';
import { listVariants } from './object-variants.js';
import type { ProcedureDraft } from './procedure-draft.js';
import type { BookEntry, BookedSchema, BookedSides, SchemaBook, SchemaOwner } from './schema-book.js';
import type { Side } from './side.js';

/** A procedure that was drafted with another book. */
export interface DraftedProcedure {
  readonly draft: ProcedureDraft;
  /** The schemas that were met in it first. */
  readonly entries: readonly BookEntry[];
  /** What that book knows of schemas. */
  readonly sides: BookedSides;
}

/** Drafts the procedures that ask to be exposed, sorted by name, and books their schemas. Those that have been drafted are taken over. */
export function draftProcedures(
  procedures: readonly (LiveProcedure | DraftedProcedure)[],
  book: SchemaBook,
): ProcedureDraft[] {
  return procedures
    .flatMap((procedure) => ('draft' in procedure ? takeOver(procedure) : nameProcedure(procedure)))
    .sort((left, right) => compareNames(left.name, right.name))
    .map(({ draft }) => draft(book));
}

/** Drafts, each with the schemas that were met in it first, for another book to adopt. */
export function listDrafted(
  drafts: readonly ProcedureDraft[],
  book: SchemaBook,
): readonly DraftedProcedure[] {
  const { shapes, definitions } = book;
  const entries = new Map(drafts.map(({ name }): [string, BookEntry[]] => [name, []]));
  for (const entry of book.entries) entries.get(entry.procedure)?.push(entry);
  return drafts.map((draft) => ({
    draft,
    entries: entries.get(draft.name) ?? [],
    sides: { shapes, definitions },
  }));
}

interface Draftable {
  readonly name: string;
  readonly draft: (book: SchemaBook) => ProcedureDraft;
}

function takeOver({ draft, entries, sides }: DraftedProcedure): Draftable {
  return {
    name: draft.name,
    draft(book) {
      book.adopt(entries, sides);
      return draft;
    },
  };
}

function nameProcedure(procedure: LiveProcedure): readonly Draftable[] {
  if (!isExposed(procedure.definition.meta)) return [];
  const { file, read } = procedure.loaded;
  const namePath = nameExport(file.namePath, read.exportName);
  const name = joinNames(namePath);
  return [{ name, draft: (book) => draftProcedure(procedure, { name, namePath }, book) }];
}

/** A default export is named after its file, and after nothing where the file itself is named by the folder of them all. */
function nameExport(file: readonly string[], exportName: string): readonly string[] {
  if (exportName !== 'default') return [...file, exportName];
  return file.length === 0 ? [''] : file;
}

/**
 * Not by `join`: what V8 joins after it was looked up as a key has two bytes a character, and so has then all that the
 * name is printed into, which is most of what a build holds.
 */
function joinNames(namePath: readonly string[]): string {
  return namePath.reduce((outer, inner) => `${outer}.${inner}`);
}

/** Whether metadata asks for exposure, or leaves it unclear, which is a fault. */
export function isExposed(meta: ProcedureDefinition['meta']): boolean {
  const { openapi } = meta as { openapi?: unknown };
  if (typeof openapi !== 'object' || openapi === null) return openapi !== undefined;
  return (openapi as { enabled?: unknown }).enabled !== false;
}

function draftProcedure(
  { loaded, definition }: LiveProcedure,
  { name, namePath }: Pick<ProcedureDraft, 'name' | 'namePath'>,
  book: SchemaBook,
): ProcedureDraft {
  const { kind, meta, input: inputSchema, output, hasProtectedMiddleware = false } = definition;
  const typeName = toTypeIdentifier(namePath);
  const openapi = { ...(meta.openapi as object | undefined) } as Record<string, unknown>;
  const { headers } = openapi;
  const add = (schema: Schema, side: Side) => bookSchema(book, schema, side, { name, typeName });
  const input = inputSchema && add(inputSchema, 'input');
  return {
    name,
    namePath,
    typeName,
    loaded,
    kind,
    rateLimit: meta.rateLimit,
    openapi,
    method: HTTP_METHODS.find((method) => method === openapi.method),
    path: typeof openapi.path === 'string' ? parsePathTemplate(openapi.path) : undefined,
    input: input && {
      ...input,
      variants: listVariants(input.shape, (schema) => book.shapeOf(schema, 'input')),
      isOptional: inputSchema !== undefined && acceptsUndefined(inputSchema),
    },
    output: output && add(output, 'output'),
    hasProtectedMiddleware,
    isEnvelope: isSchema(output) && isActionResponse(output),
    headers: isSchema(headers) ? add(headers, 'output') : undefined,
  };
}

/** Books a schema. One whose own code throws when it is looked at (a getter, a default, a lazy part) is unsupported. */
function bookSchema(book: SchemaBook, schema: Schema, side: Side, owner: SchemaOwner): BookedSchema {
  try {
    return book.add(schema, side, owner);
  } catch (error) {
    const reason = `reading it throws "${error instanceof Error ? error.message : String(error)}"`;
    return { shape: { kind: 'unsupported', reason }, json: {} };
  }
}
