import type { MockSchema, MockSchemas } from '../../examples/mock-schema.js';

/** The parts of a description that are read or added here. */
export interface Description {
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: MockSchemas; readonly securitySchemes?: object };
}

export interface Operation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: { readonly [type: string]: Media } };
  readonly responses?: { readonly [status: string]: { readonly content?: object } };
}

export interface Media {
  readonly schema: MockSchema;
  /** How the fields of a form that are not text are sent. */
  readonly encoding?: { readonly [field: string]: { readonly contentType: string } };
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: MockSchema;
}
