/**
 * Stands for a schema that has an id, or contains itself, wherever a description refers to it. No two schemas of one build,
 * or of builds whose descriptions are combined, have the same.
 */
export type SchemaKey = string;

/**
 * What travels on one side of a schema, wrappers, pipes and checks taken off: the one description of a schema that
 * decoding plans, the client's types and the refusals are made from.
 */
export type Shape =
  | { readonly kind: 'leaf'; readonly leaf: LeafKind }
  | { readonly kind: 'literal'; readonly values: readonly (string | number | boolean | null)[] }
  | { readonly kind: 'array' | 'set'; readonly element: Shape }
  | {
      readonly kind: 'tuple';
      readonly items: readonly Shape[];
      readonly required: number;
      readonly rest?: Shape;
    }
  | ObjectShape
  | { readonly kind: 'record'; readonly key: Shape; readonly value: Shape; readonly isPartial: boolean }
  | { readonly kind: 'union' | 'intersection'; readonly members: readonly Shape[] }
  /** A shape that the schema puts right by itself (`catch`, `preprocess`): whatever comes is passed on to it. */
  | { readonly kind: 'lenient'; readonly inner: Shape; readonly isPreprocessed: boolean }
  /** A named schema or a recursive one, to be looked up. */
  | { readonly kind: 'reference'; readonly schema: SchemaKey }
  /** No value at all: `undefined` and `void`. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unsupported'; readonly reason: string; readonly help?: string };

export interface ObjectShape {
  readonly kind: 'object';
  readonly properties: readonly PropertyShape[];
  /** The shape of undeclared keys; absent when they are stripped or refused. */
  readonly rest?: Shape;
}

export type LeafKind = 'string' | 'number' | 'bigint' | 'boolean' | 'date' | 'null' | 'any' | 'never';

export interface PropertyShape {
  readonly key: string;
  readonly shape: Shape;
  readonly isOptional: boolean;
  readonly description?: string;
  readonly isDeprecated: boolean;
  /** As JSON carries them. */
  readonly examples?: readonly unknown[];
}

/** The keys of the schemas that a shape refers to, in the order in which they are described. */
export function listReferredKeys(shape: Shape | undefined): readonly SchemaKey[] {
  switch (shape?.kind) {
    case 'reference':
      return [shape.schema];
    case 'array':
    case 'set':
      return listReferredKeys(shape.element);
    case 'tuple':
      return [...shape.items.flatMap(listReferredKeys), ...listReferredKeys(shape.rest)];
    case 'object':
      return [
        ...shape.properties.flatMap((property) => listReferredKeys(property.shape)),
        ...listReferredKeys(shape.rest),
      ];
    case 'record':
      return [...listReferredKeys(shape.value), ...listReferredKeys(shape.key)];
    case 'union':
    case 'intersection':
      return shape.members.flatMap(listReferredKeys);
    case 'lenient':
      return listReferredKeys(shape.inner);
    default:
      return [];
  }
}
