import type { PropertyType } from '../../model/type-model.js';

/**
 * Stands for a schema that has an id, or contains itself, wherever a description refers to it. No two schemas of one build,
 * or of builds whose descriptions are combined, have the same.
 */
export type SchemaKey = string;

/** Keywords of JSON Schema; what is undefined is not said. */
export type Keywords = Readonly<Record<string, unknown>>;

/** What is said of a value beside its kind. */
interface Annotations {
  /** What its checks say. */
  readonly keywords?: Keywords;
  /** What its author noted of it. */
  readonly meta?: Keywords;
  /** The JSON Schema that the schema states by itself. */
  readonly custom?: Keywords;
  /** What is said first, by the schemas around it, and wins over what is said by itself. */
  readonly before?: Keywords;
  /** What checks want that JSON Schema cannot say, a sentence each. */
  readonly notes?: readonly string[];
}

/**
 * What travels on one side of a schema, wrappers and pipes taken off: the one description of a schema that decoding
 * plans, the client's types, its JSON Schema and the refusals are made from. Plain data.
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
      /** Whether no item is there twice. */
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
      /** Whether no more can be made one object. */
      readonly isFolded?: boolean;
    }
  /** A shape that the schema puts right by itself (`catch`, `preprocess`): whatever comes is passed on to it. */
  | { readonly kind: 'lenient'; readonly inner: Shape; readonly isPreprocessed: boolean }
  /** A named schema or a recursive one, to be looked up. */
  | { readonly kind: 'reference'; readonly schema: SchemaKey }
  /** A file of a form, and the media types that it may have. */
  | { readonly kind: 'file'; readonly contentTypes?: readonly string[] }
  /** No value at all: `undefined` and `void`. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unsupported'; readonly reason: string; readonly help?: string };

export interface ObjectShape {
  readonly kind: 'object';
  readonly properties: readonly PropertyShape[];
  /** The shape of undeclared keys; absent when they are stripped or refused. */
  readonly rest?: Shape;
  /** Whether undeclared keys are refused. */
  readonly isStrict?: boolean;
}

export interface RecordShape {
  readonly kind: 'record';
  readonly key: Shape;
  readonly value: Shape;
  /** Whether keys may be missing. */
  readonly isPartial: boolean;
  /** The keys, where there are few. */
  readonly names?: readonly string[];
  /** Whether a key can be nothing but one of the names. */
  readonly isNamed?: boolean;
  /** Whether other keys are refused. */
  readonly isStrict?: boolean;
  /** The patterns of the keys that a loose record means. */
  readonly patterns?: readonly string[];
}

export interface UnionShape {
  readonly kind: 'union';
  readonly members: readonly Shape[];
  /** What the author did not write as a union: a value or null, and an item of a list that may be undefined. */
  readonly form?: 'nullable' | 'item';
  /** Whether a value is of one member alone. */
  readonly isExclusive?: boolean;
  /** The property that tells named members apart, and its values in each of them. */
  readonly discriminator?: { readonly propertyName: string; readonly values: readonly (readonly string[])[] };
}

export type LeafKind = 'string' | 'number' | 'bigint' | 'boolean' | 'date' | 'null' | 'any' | 'never';

export interface PropertyShape extends Omit<PropertyType, 'name' | 'type'> {
  readonly key: string;
  readonly shape: Shape;
}

/** A shape of what cannot travel, and what to do about it. */
export function unsupported(reason: string, help?: string): Shape {
  return { kind: 'unsupported', reason, ...(help !== undefined && { help }) };
}

/** Whether a description is of what a caller sends to the schema or of what comes out of it. */
export type Side = 'input' | 'output';

export const SIDES: readonly Side[] = ['input', 'output'];

/**
 * A schema that has an id, or contains itself. One with an id is described on both sides, also where one of them is
 * unused: two schemas with one id have to be alike on both.
 */
export interface SchemaComponent {
  readonly id: string | undefined;
  readonly shapes: Partial<Record<Side, Shape | undefined>>;
}
