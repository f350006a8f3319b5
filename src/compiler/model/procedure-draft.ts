import { isActionResponse } from '../../authoring/action-response.js';
import type { ProcedureDefinition } from '../../authoring/procedure-definition.js';
import type { Schema } from '../../authoring/schema.js';
import { HTTP_METHODS, type HttpMethod } from '../../protocol/http-method.js';
import { type PathFault, type PathSegment, parsePathTemplate } from '../../protocol/path-template.js';
import type { LoadedProcedure } from '../load/load-procedures.js';
import type { Place } from '../place.js';
import { compareNames } from './compare-names.js';
import { isSaidOptional } from './is-optional.js';
import { toTypeIdentifier } from './naming/safe-identifier.js';
import { listVariants, type ObjectVariant } from './object-variants.js';
import type { BookedSchema, SchemaBook, SchemaOwner } from './schema-book.js';
import { isSchema, type Side } from './zod-schema.js';

/** An exposed procedure before it is known to be free of faults: what was said, and what could be made of it. */
export interface ProcedureDraft {
  readonly name: string;
  readonly namePath: readonly string[];
  /** `ApiKeysList`: what its types are called after. */
  readonly typeName: string;
  readonly loaded: LoadedProcedure;
  readonly definition: ProcedureDefinition;
  /** `openapi` of the metadata, unchecked. */
  readonly openapi: Readonly<Record<string, unknown>>;
  readonly method: HttpMethod | undefined;
  readonly path: readonly PathSegment[] | PathFault | undefined;
  readonly input: DraftInput | undefined;
  readonly output: BookedSchema | undefined;
  /** Response headers, when they are a schema. */
  readonly headers: BookedSchema | undefined;
}

/** What of a procedure others are compared with. */
export interface ComparedDraft
  extends Pick<ProcedureDraft, 'name' | 'namePath' | 'typeName' | 'openapi' | 'method' | 'path'> {
  readonly loaded: {
    readonly file: Pick<LoadedProcedure['file'], 'file'>;
    readonly read: Pick<LoadedProcedure['read'], 'exportName' | 'place'>;
    readonly findPlaces: LoadedProcedure['findPlaces'];
    readonly identity: object;
  };
}

export interface DraftInput extends BookedSchema {
  /** The objects the input can be; null when it is something else. */
  readonly variants: readonly ObjectVariant[] | null;
  /** Whether it can also be nothing at all. */
  readonly isOptional: boolean;
}

/** Drafts the procedures that ask to be exposed, sorted by name, and books their schemas. */
export function draftProcedures(procedures: readonly LoadedProcedure[], book: SchemaBook): ProcedureDraft[] {
  return procedures
    .filter(({ definition }) => isExposed(definition))
    .map((loaded) => {
      const namePath = [...loaded.file.namePath, loaded.read.exportName];
      return { loaded, namePath, name: joinNames(namePath) };
    })
    .sort((left, right) => compareNames(left.name, right.name))
    .map((named) => draftProcedure(named, book));
}

/**
 * Not by `join`: what V8 joins after it was looked up as a key has two bytes a character, and so has then all that the
 * name is printed into, which is most of what a build holds.
 */
function joinNames(namePath: readonly string[]): string {
  return namePath.reduce((outer, inner) => `${outer}.${inner}`);
}

/** Whether metadata asks for exposure, or leaves it unclear, which is a fault. */
function isExposed({ meta }: ProcedureDefinition): boolean {
  const { openapi } = meta as { openapi?: unknown };
  if (typeof openapi !== 'object' || openapi === null) return openapi !== undefined;
  return (openapi as { enabled?: unknown }).enabled !== false;
}

type NamedProcedure = Pick<ProcedureDraft, 'loaded' | 'namePath' | 'name'>;

function draftProcedure({ loaded, namePath, name }: NamedProcedure, book: SchemaBook): ProcedureDraft {
  const { definition } = loaded;
  const typeName = toTypeIdentifier(namePath);
  const openapi = { ...(definition.meta.openapi as object | undefined) } as Record<string, unknown>;
  const { headers } = openapi;
  const add = (schema: Schema, side: Side) => bookSchema(book, schema, side, { name, typeName });
  const input = definition.input && add(definition.input, 'input');
  return {
    name,
    namePath,
    typeName,
    loaded,
    definition,
    openapi,
    method: HTTP_METHODS.find((method) => method === openapi.method),
    path: typeof openapi.path === 'string' ? parsePathTemplate(openapi.path) : undefined,
    input: input && {
      ...input,
      variants: listVariants(input.shape, (schema) => book.shapeOf(schema, 'input')),
      isOptional: definition.input !== undefined && isSaidOptional(definition.input),
    },
    output: definition.output && add(definition.output, 'output'),
    headers: isSchema(headers) ? add(headers, 'output') : undefined,
  };
}

/** Books a schema. One whose own code throws when it is looked at (a getter, a default, a lazy part) is unsupported. */
function bookSchema(book: SchemaBook, schema: Schema, side: Side, owner: SchemaOwner): BookedSchema {
  try {
    return book.add(schema, side, owner);
  } catch (error) {
    const reason = `it cannot be read, "${error instanceof Error ? error.message : String(error)}"`;
    return { shape: { kind: 'unsupported', reason }, json: {} };
  }
}

/** Whether the output is an envelope. */
export function isEnvelope({ definition }: ProcedureDraft): boolean {
  return definition.output !== undefined && isActionResponse(definition.output);
}

/** Where a builder's call stands, or the export when the text does not tell. */
export function placeOfCall({ loaded }: ProcedureDraft, ...calls: readonly string[]): Place {
  const places = loaded.findPlaces();
  for (const call of calls) {
    const place = places.calls.get(call);
    if (place) return place;
  }
  return loaded.read.place;
}

/** Where the key of a schema stands that a path inside it leads to, or what is nearest around it. */
export function placeOfSchema(
  draft: ProcedureDraft,
  schema: 'input' | 'output' | 'headers',
  path: readonly string[],
): Place {
  const { schemaKeys } = draft.loaded.findPlaces();
  for (let length = path.length; length > 0; length--) {
    const place = schemaKeys.get([schema, ...path.slice(0, length)].join('.'));
    if (place) return place;
  }
  return schema === 'headers' ? placeOfMetadata(draft, 'headers') : placeOfCall(draft, schema);
}

/** Where a value of `openapi` stands, or the nearest thing around it that the text tells of. */
export function placeOfMetadata({ loaded }: ComparedDraft, ...keys: readonly (string | number)[]): Place {
  const { calls, metadata } = loaded.findPlaces();
  for (let length = keys.length; length > 0; length--) {
    const place = metadata.get(`openapi.${keys.slice(0, length).join('.')}`);
    if (place) return place;
  }
  return metadata.get('openapi@key') ?? calls.get('meta') ?? loaded.read.place;
}
