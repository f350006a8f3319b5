/** What the client knows of an operation: one row. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** After `/api`, such as `/items/{id}`. */
  readonly path: string;
  /**
   * Whether the input, less what the path takes of it, is sent as a JSON body; otherwise as the query string. Where it
   * is `optional`, no input is no body.
   */
  readonly body?: true | 'optional';
  /** Makes a form of the same, in place of a JSON body. */
  readonly form?: (input: object) => FormData;
  /**
   * What a success holds: an envelope with its payload when absent, an envelope that may have none (`optional`), the
   * payload alone (`plain`), a `Blob` (`blob`), or nothing (`empty`).
   */
  readonly answer?: 'optional' | 'plain' | 'blob' | 'empty';
  /** Whether the bytes of a `blob` are handed out as a stream. */
  readonly isStream?: true;
  /**
   * Whether doing it twice is doing it once: always, never, or (null) with an `idempotencyKey`. When absent always for
   * GET, PUT and DELETE, and with a key for others.
   */
  readonly idempotent?: boolean | null;
}
