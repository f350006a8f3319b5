/** What the template `client.hbs` is filled in with. Texts are TypeScript unless something else is said. */
export interface ClientView {
  /** The named types, each a declaration with its comment. */
  readonly declarations: readonly string[];
  /** The operations as functions of their own, by name. */
  readonly operations: readonly OperationView[];
  /** The operations that have a URL instead of a call, as functions of their own, by name. */
  readonly links: readonly LinkView[];
  /** The parts of the runtime that links and operations with files need, where there are some. */
  readonly linkRuntime: readonly string[];
  /** The interfaces of the nested client, the whole one first. */
  readonly groups: readonly {
    readonly comment: string;
    readonly name: string;
    readonly members: readonly string[];
  }[];
  /** The expression that makes the nested client of a `transport`. */
  readonly client: string;
  /** How credentials travel: words, no TypeScript. */
  readonly credentials: { readonly header: string; readonly prefix: string };
  /** The runtime's modules without their imports, in an order in which they can stand in one file. */
  readonly runtime: readonly string[];
}

export interface LinkView {
  readonly comment: string;
  /** The function's name. */
  readonly name: string;
  /** What stands between the function's parentheses. */
  readonly parameters: string;
  /** After the prefix, such as `/items/{id}`: words, no TypeScript. */
  readonly path: string;
  /** `input`, or `undefined` for an operation that takes nothing. */
  readonly input: string;
}

export interface OperationView {
  /** The declaration of what a call comes to. */
  readonly result: string;
  readonly comment: string;
  /** The function's name. */
  readonly name: string;
  /** What stands between the function's parentheses. */
  readonly parameters: string;
  /** The type of what the function gives back: what `result` declares, or a call of it. */
  readonly returned: string;
  /** The call of the runtime, its opening parenthesis included. */
  readonly send: string;
  /** Whether that takes the transport before the row. */
  readonly isStream: boolean;
  /** What the transport is told of the operation: an expression. */
  readonly row: string;
  /** `input`, or `undefined` for an operation that takes nothing. */
  readonly input: string;
  /** `options`, or what is made of them for a form. */
  readonly options: string;
  /** Whether the call is longer than a line. */
  readonly isLong: boolean;
}
