/** What a key opens of the API. */
export interface KeyUse {
  /** False when the application decides by other means who calls. */
  readonly areKeysAccepted: boolean;
  /** False where `disableOpenAPI` is set: a key then has nothing to be tried with. */
  readonly isApiServed: boolean;
  /** What stands before every path of the API; `/api` when absent. */
  readonly prefix?: string;
  /** The path, after the prefix, of a GET that any key may call, for an example; null when there is none. */
  readonly samplePath: string | null;
}
