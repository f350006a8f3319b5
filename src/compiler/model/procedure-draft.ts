import type { ProcedureDefinition } from '../../definition/procedure-definition.js';
import type { HttpMethod } from '../../protocol/http-method.js';
import type { PathFault, PathSegment } from '../../protocol/path-template.js';
import type { LoadedProcedure } from '../load/take-procedures.js';
import type { Place } from '../place.js';
import type { ObjectVariant } from './object-variants.js';
import type { BookedSchema } from './schema-book.js';

/** An exposed procedure before it is known to be free of faults: what was said, and what could be made of it. */
export interface ProcedureDraft {
  readonly name: string;
  readonly namePath: readonly string[];
  /** `ApiKeysList`: what its types are called after. */
  readonly typeName: string;
  readonly loaded: LoadedProcedure;
  readonly kind: ProcedureDefinition['kind'];
  /** `rateLimit` of the metadata, unchecked. */
  readonly rateLimit: unknown;
  /** `openapi` of the metadata, unchecked. */
  readonly openapi: Readonly<Record<string, unknown>>;
  readonly method: HttpMethod | undefined;
  readonly path: readonly PathSegment[] | PathFault | undefined;
  readonly input: DraftInput | undefined;
  readonly output: BookedSchema | undefined;
  /** Whether a middleware was added while callers had to be authenticated. */
  readonly hasProtectedMiddleware: boolean;
  /** Whether the output is an envelope. */
  readonly isEnvelope: boolean;
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
