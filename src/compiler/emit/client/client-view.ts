/** The view of the template `client.hbs`. Texts are TypeScript unless noted. */
export interface ClientView {
  /** The named types, each a declaration with its comment. */
  readonly declarations: readonly string[];
  /** The operations as stand-alone functions, by name. */
  readonly operations: readonly OperationView[];
  /** The operations that have a URL instead of a call, as stand-alone functions, by name. */
  readonly links: readonly LinkView[];
  /** The modules of the runtime that links and operations with files need, if there are any. */
  readonly linkRuntime: readonly string[];
  /** The interfaces of the nested client, the root first. */
  readonly groups: readonly {
    readonly comment: string;
    readonly name: string;
    readonly members: readonly string[];
  }[];
  /** The expression that creates the nested client from a `transport`. */
  readonly client: string;
  /** How credentials are sent: plain text, not TypeScript. */
  readonly credentials: { readonly header: string; readonly prefix: string };
  /** The modules of the runtime without their imports, in an order that works in one file. */
  readonly runtime: readonly string[];
}

export interface LinkView {
  readonly comment: string;
  /** The function's name. */
  readonly name: string;
  /** The function's parameters, without parentheses. */
  readonly parameters: string;
  /** The path after the prefix, such as `/items/{id}`: plain text, not TypeScript. */
  readonly path: string;
  /** `input`, or `undefined` for an operation without input. */
  readonly input: string;
}

export interface OperationView {
  /** The declaration of the call's result. */
  readonly result: string;
  readonly comment: string;
  /** The function's name. */
  readonly name: string;
  /** The function's parameters, without parentheses. */
  readonly parameters: string;
  /** The function's return type: the type that `result` declares, or a `Call` of it. */
  readonly returned: string;
  /** The call of the runtime, including its opening parenthesis. */
  readonly send: string;
  /** Whether that call takes the transport before the row. */
  readonly isStream: boolean;
  /** The operation's row, as an expression. */
  readonly row: string;
  /** `input`, or `undefined` for an operation without input. */
  readonly input: string;
  /** `options`, or an expression that adapts them to a form. */
  readonly options: string;
  /** Whether the call does not fit on one line. */
  readonly isLong: boolean;
}
