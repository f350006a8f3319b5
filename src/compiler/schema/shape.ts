import type { PropertyType } from '../../model/type-model.js';

/**
 * Identifies a schema with an id, or a recursive one, wherever a description refers to it. Keys are unique within a
 * build, and among builds whose descriptions are combined.
 */
export type SchemaKey = string;

/** Keywords of JSON Schema; undefined ones are omitted. */
export type Keywords = Readonly<Record<string, unknown>>;

/** Annotations of a value besides its kind. */
interface Annotations {
  /** Keywords from its checks. */
  readonly keywords?: Keywords;
  /** Its author's metadata. */
  readonly meta?: Keywords;
  /** The JSON Schema that the schema itself provides. */
  readonly custom?: Keywords;
  /** Keywords from surrounding schemas, which come first and override its own. */
  readonly before?: Keywords;
  /** Sentences about checks that JSON Schema cannot express. */
  readonly notes?: readonly string[];
}

/**
 * The values on one side of a schema, without wrappers and pipes. Decoding plans, the client's types, JSON Schema and
 * errors are all derived from it. Plain data.
 */
export type Shape = Annotations & Kind;

type Kind =
  | { readonly kind: 'leaf'; readonly leaf: LeafKind }
  | {
      readonly kind: 'literal';
      readonly values: readonly (string | number | boolean | null)[];
      readonly isEnum?: boolean;
    }
  | {
      readonly kind: 'array' | 'set';
      readonly element: Shape;
      /** Whether all items are different. */
      readonly isUnique?: boolean;
    }
  | {
      readonly kind: 'tuple';
      readonly items: readonly Shape[];
      readonly required: number;
      readonly rest?: Shape;
    }
  | ObjectShape
  | RecordShape
  | UnionShape
  | {
      readonly kind: 'intersection';
      readonly members: readonly Shape[];
      /** Whether its members cannot be folded into one object. */
      readonly isFolded?: boolean;
    }
  /** A schema that repairs its input itself (`catch`, `preprocess`), and so receives any value. */
  | { readonly kind: 'lenient'; readonly inner: Shape; readonly isPreprocessed: boolean }
  /** A named or recursive schema, to be looked up. */
  | { readonly kind: 'reference'; readonly schema: SchemaKey }
  /** A file of a form, and its allowed media types. */
  | { readonly kind: 'file'; readonly contentTypes?: readonly string[] }
  /** No value: `undefined` and `void`. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unsupported'; readonly reason: string; readonly help?: string };

export interface ObjectShape {
  readonly kind: 'object';
  readonly properties: readonly PropertyShape[];
  /** The shape of undeclared keys; absent if they are stripped or rejected. */
  readonly rest?: Shape;
  /** Whether undeclared keys are rejected. */
  readonly isStrict?: boolean;
}

export interface RecordShape {
  readonly kind: 'record';
  readonly key: Shape;
  readonly value: Shape;
  /** Whether keys may be missing. */
  readonly isPartial: boolean;
  /** The keys, if there is a finite number. */
  readonly names?: readonly string[];
  /** Whether every key is one of the names. */
  readonly isNamed?: boolean;
  /** Whether other keys are rejected. */
  readonly isStrict?: boolean;
  /** The patterns of a loose record's keys. */
  readonly patterns?: readonly string[];
}

export interface UnionShape {
  readonly kind: 'union';
  readonly members: readonly Shape[];
  /** Marks a union that the author did not write: a nullable value, or an array item that may be undefined. */
  readonly form?: 'nullable' | 'item';
  /** Whether a value matches only one member. */
  readonly isExclusive?: boolean;
  /** The property that discriminates named members, and its values in each. */
  readonly discriminator?: { readonly propertyName: string; readonly values: readonly (readonly string[])[] };
}

export type LeafKind = 'string' | 'number' | 'bigint' | 'boolean' | 'date' | 'null' | 'any' | 'never';

export interface PropertyShape extends Omit<PropertyType, 'name' | 'type'> {
  readonly key: string;
  readonly shape: Shape;
}

/** Creates the shape of something that cannot be represented, with help for its author. */
export function unsupported(reason: string, help?: string): Shape {
  return { kind: 'unsupported', reason, ...(help !== undefined && { help }) };
}

/** Whether a description is of a schema's input, which a caller sends, or of its output. */
export type Side = 'input' | 'output';

export const SIDES: readonly Side[] = ['input', 'output'];

/**
 * A schema with an id, or a recursive one. A schema with an id is described on both sides even if one is unused: two
 * schemas with the same id must be equal on both.
 */
export interface SchemaComponent {
  readonly id: string | undefined;
  readonly shapes: Partial<Record<Side, Shape | undefined>>;
}
