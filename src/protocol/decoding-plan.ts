/**
 * How text or JSON becomes the value that a schema expects. The compiler derives the plan from the schema, the generated
 * route table contains it as data, and the runtime executes it on a copy.
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
  /** Members in the order they are tried: the most specific first, `any` first where the schema preprocesses. */
  | { readonly union: readonly DecodingPlan[] }
  /** A named plan of the route table, for recursive schemas. */
  | { readonly ref: string };

/** `any` is not decoded. */
export type LeafPlan = 'any' | 'string' | 'number' | 'bigint' | 'boolean' | 'date' | 'null';

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
}
