/** How this service uses API keys. */
export interface KeyUse {
  /** False if the application has its own `authenticate`. */
  readonly areKeysAccepted: boolean;
  /** False if `disableOpenAPI` is set; the pages then show no sample call. */
  readonly isApiServed: boolean;
  /** The prefix of every path of the API; `/api` when absent. */
  readonly prefix?: string;
  /** The path of the API explorer; null if it is not served. */
  readonly docsPath: string | null;
  /** Every scope that an operation needs, sorted by name. */
  readonly scopes: readonly ScopeUse[];
  /** Finds the simplest GET that a key with these scopes (none mean full access) may call; null if there is none. */
  findSample(scopes: readonly string[]): SampleCall | null;
}

export interface ScopeUse {
  readonly name: string;
  /** The number of operations that need it. */
  readonly operations: number;
  /** Whether operations name it. `read` and `write` are also what operations without scopes need. */
  readonly isNamed: boolean;
}

/** A sample call for trying a key. */
export interface SampleCall {
  /** Its path in the generated client, such as `items.list`. */
  readonly operation: string;
  /** The path after the prefix, with the required parameters filled in: `/items/1?tag=example`. */
  readonly path: string;
  /** The corresponding input of the generated client; null if there is none. */
  readonly input: unknown;
}
