/** A request for a page, as the host received it. */
export interface PageRequest {
  readonly method: string;
  readonly path: string;
  /** Without its question mark. */
  readonly querystring: string;
  /** A header by its lower-case name; empty when it was not sent. */
  header(name: string): string;
  /** Whether the reader's connection is https, trusted proxies considered. */
  readonly isSecure: boolean;
  /** Host and port that the reader's browser asked for, trusted proxies considered. */
  readonly host: string;
  /** The reader's address, trusted proxies considered. */
  readonly address: string;
  readonly requestId: string;
  /** The user whom a trusted proxy names; null when it names none, or somebody else sent the request. */
  readProxyUser(): string | null;
  /**
   * All of the body. Rejects with a PAYLOAD_TOO_LARGE that closes the connection for more than `limitBytes`, or a
   * BAD_REQUEST for one that breaks off.
   */
  readBody(limitBytes: number): Promise<Uint8Array>;
}
