/** As much of a description as the explorer shows. */
export interface Description {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags?: readonly { readonly name: string }[];
  readonly components?: {
    readonly schemas?: NamedSchemas;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  };
}

export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<Record<string, Response>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

export interface SecurityScheme {
  readonly type: string;
  readonly name?: string;
}

/** A JSON Schema, or whatever stands in its place. */
// biome-ignore lint/suspicious/noExplicitAny: the description is read as it comes, and every look at it is guarded.
export type Schema = any;

/** The schemas that a `$ref` names. */
export type NamedSchemas = Readonly<Record<string, Schema>>;

/** Where an operation stands. */
export interface OperationPlace {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
