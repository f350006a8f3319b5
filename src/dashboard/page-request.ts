/** A request in the form that hosts provide. */
export interface PageRequest {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly querystring: string;
  /** A header by its lower-case name; empty when absent. */
  header(name: string): string;
  /** Whether the browser's connection is https, trusted proxies considered. */
  readonly isSecure: boolean;
  /** Host and port that the browser requested, trusted proxies considered. */
  readonly host: string;
  /** The browser's IP address, trusted proxies considered. */
  readonly address: string;
  readonly requestId: string;
  /** The user named by a trusted proxy; null if there is none, or the request does not come from the proxy. */
  readProxyUser(): string | null;
  /**
   * Reads the whole body. Rejects with PAYLOAD_TOO_LARGE, which closes the connection, for more than `limitBytes`, and
   * with BAD_REQUEST for a truncated body.
   */
  readBody(limitBytes: number): Promise<Uint8Array>;
}
