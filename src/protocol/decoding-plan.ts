/**
 * How text or JSON becomes the value that a schema expects. The compiler derives the plan from the schema, the
 * generated route table contains it as data, and the runtime executes it on a copy.
 *
 * Path and query are text, where every leaf is a string. The body is JSON, of which only dates, bigints and sets are
 * decoded.
 */
export type DecodingPlan =
  | LeafPlan
  /** One of these values; in text, their printed form. */
  | { readonly literal: readonly (string | number | boolean | null)[] }
  | { readonly array: DecodingPlan }
  | { readonly set: DecodingPlan }
  | { readonly tuple: readonly DecodingPlan[]; readonly rest?: DecodingPlan }
  | { readonly object: { readonly [key: string]: DecodingPlan }; readonly rest?: DecodingPlan }
  | { readonly record: DecodingPlan }
  /**
   * Members in the order they are tried: the most specific first. `any` is first if the schema preprocesses a list, and
   * then tried before all members but the leaves.
   */
  | { readonly union: readonly DecodingPlan[] }
  /** From here on a parsed JSON document, in a form whose other fields are text. */
  | { readonly json: DecodingPlan }
  /** A named plan of the route table, for recursive schemas. */
  | { readonly ref: string };

/** `any` is not decoded, nor is a `file`, which only forms have. */
export type LeafPlan = 'any' | 'string' | 'number' | 'bigint' | 'boolean' | 'date' | 'null' | 'file';

/** The plans a `ref` names. */
export type NamedPlans = { readonly [name: string]: DecodingPlan };

/** The plans of one procedure's input. A part that is absent has nothing to decode. */
export interface InputPlan {
  /** A plan per path parameter, in the path's order. */
  readonly path?: { readonly [parameter: string]: DecodingPlan };
  /** The plan of the query string as a whole. */
  readonly query?: DecodingPlan;
  /** The plan of the JSON body as a whole. */
  readonly body?: DecodingPlan;
  /** How a `multipart/form-data` body is read. A procedure that has one has no JSON body. */
  readonly form?: FormPlan;
}

export interface FormPlan {
  /** The fields that the schema declares. */
  readonly fields: { readonly [name: string]: FormField };
  /** The plan of all fields together, as text. */
  readonly value: DecodingPlan;
}

export interface FormField {
  /** What each part of this name is. */
  readonly as: 'file' | 'text' | 'json';
  /** Set if each part is an item of a list. Without any part, a `required` list is empty. */
  readonly list?: 'required' | 'optional';
  /** The maximum size of one file, if the schema declares it. */
  readonly maxBytes?: number;
}
