/** A TypeScript type as data, from which the client's declarations are printed. */
export type TypeModel =
  | { readonly kind: 'keyword'; readonly name: TypeKeyword }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'array'; readonly element: TypeModel }
  | {
      readonly kind: 'tuple';
      readonly items: readonly TypeModel[];
      /** How many of the items are required; all when absent. */
      readonly required?: number;
      readonly rest?: TypeModel;
    }
  | {
      readonly kind: 'object';
      readonly properties: readonly PropertyType[];
      /** The type of undeclared properties; absent when there are none. */
      readonly rest?: TypeModel;
    }
  | {
      readonly kind: 'record';
      readonly key: TypeModel;
      readonly value: TypeModel;
      readonly isPartial: boolean;
    }
  | { readonly kind: 'union'; readonly members: readonly TypeModel[] }
  | { readonly kind: 'intersection'; readonly members: readonly TypeModel[] }
  /** One of the model's named types. */
  | { readonly kind: 'reference'; readonly name: string };

export type TypeKeyword =
  | 'string'
  | 'number'
  | 'bigint'
  | 'boolean'
  | 'Date'
  | 'Blob'
  | 'File'
  | 'null'
  | 'undefined'
  | 'unknown'
  | 'never';

export interface PropertyType {
  readonly name: string;
  readonly type: TypeModel;
  readonly isOptional: boolean;
  readonly description?: string;
  readonly isDeprecated: boolean;
  /** As JSON carries them. */
  readonly examples?: readonly unknown[];
}
