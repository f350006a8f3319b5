/** The client's description of an operation: one row. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without `/api`, such as `/items/{id}`. */
  readonly path: string;
  /**
   * Whether the input, without its path parameters, is sent as a JSON body; otherwise as the query string. If it is
   * `optional`, a call without input has no body.
   */
  readonly body?: true | 'optional';
  /** Encodes the same input as a form, instead of a JSON body. */
  readonly form?: (input: object) => FormData;
  /**
   * What a success contains: an envelope with its payload when absent, an envelope that may have none (`optional`),
   * only the payload (`plain`), a `Blob` (`blob`), or nothing (`empty`).
   */
  readonly answer?: 'optional' | 'plain' | 'blob' | 'empty';
  /** Whether the bytes of a `blob` are returned as a stream. */
  readonly isStream?: true;
  /**
   * Whether repeating the operation has no further effect: always, never, or (null) with an `idempotencyKey`. When
   * absent, always for GET, PUT and DELETE, and with a key for others.
   */
  readonly idempotent?: boolean | null;
}
