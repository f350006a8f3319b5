/** The view of the template `client-mock.hbs`. */
export interface ClientMockView {
  /** The specifier of the real client. */
  readonly client: string;
  /** The answers that can be set for operations: the TypeScript types of each input and payload. */
  readonly answers: readonly { readonly name: string; readonly input: string; readonly payload: string }[];
  /** Data about each operation, by method and path. */
  readonly operations: readonly { readonly route: string; readonly operation: object }[];
  readonly hasSchemas: boolean;
  /** The schemas that operations refer to, as data. */
  readonly schemas: readonly { readonly name: string; readonly schema: object }[];
  /** The mock's runtime as TypeScript, in an order that works in one file. */
  readonly runtime: readonly string[];
}
