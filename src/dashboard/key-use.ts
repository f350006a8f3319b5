/** What API keys are good for in this service. */
export interface KeyUse {
  /** False when the application has its own `authenticate`. */
  readonly areKeysAccepted: boolean;
  /** False where `disableOpenAPI` is set; the pages then show no sample call. */
  readonly isApiServed: boolean;
  /** The prefix of every path of the API; `/api` when absent. */
  readonly prefix?: string;
  /** The path of the API's explorer; null where it is not served. */
  readonly docsPath: string | null;
  /** Every scope that an operation needs, sorted by name. */
  readonly scopes: readonly ScopeUse[];
  /** The simplest GET that a key with these scopes may call, without any for full access; null when there is none. */
  findSample(scopes: readonly string[]): SampleCall | null;
}

export interface ScopeUse {
  readonly name: string;
  /** How many operations need it. */
  readonly operations: number;
  /** Whether operations name it; `read` and `write` are also what those without scopes need. */
  readonly isNamed: boolean;
}

/** A call to try a key with. */
export interface SampleCall {
  /** Its place in the generated client, such as `items.list`. */
  readonly operation: string;
  /** After the prefix, with what the call needs filled in: `/items/1?tag=example`. */
  readonly path: string;
  /** The same as the input of the generated client; null when there is none to give. */
  readonly input: unknown;
}
