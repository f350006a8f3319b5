/** What a key opens under `/api`. */
export interface KeyUse {
  /** False when the application decides by other means who calls. */
  readonly doKeysOpenApi: boolean;
  /** False where `disableOpenAPI` is set: a key then has nothing to be tried with. */
  readonly isApiServed: boolean;
  /** The path, after `/api`, of a GET that any key may call, for an example; null when there is none. */
  readonly samplePath: string | null;
}
