/** What API keys are good for in this service. */
export interface KeyUse {
  /** False when the application has its own `authenticate`. */
  readonly areKeysAccepted: boolean;
  /** False where `disableOpenAPI` is set; the pages then show no sample call. */
  readonly isApiServed: boolean;
  /** The prefix of every path of the API; `/api` when absent. */
  readonly prefix?: string;
  /** The path, after the prefix, of a GET that any key may call, for the sample call; null when there is none. */
  readonly samplePath: string | null;
}
