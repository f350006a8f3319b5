/** What the template `client-mock.hbs` is filled in with. */
export interface ClientMockView {
  /** What the real client is imported from. */
  readonly client: string;
  /** What operations may be told to answer: the types, as TypeScript, of what each takes and gives. */
  readonly answers: readonly { readonly name: string; readonly input: string; readonly payload: string }[];
  /** What is known of each operation, as data, by method and path. */
  readonly operations: readonly { readonly route: string; readonly operation: object }[];
  readonly hasSchemas: boolean;
  /** The schemas that operations refer to: data. */
  readonly schemas: readonly { readonly name: string; readonly schema: object }[];
  /** The mock's runtime as TypeScript, in an order in which its modules can stand in one file. */
  readonly runtime: readonly string[];
}
