/** What the host sends. `Content-Length` is the host's to add. */
export interface PageResponse {
  readonly status: number;
  /** In the order in which they are sent. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Null for none. The answer to a HEAD has the body of the GET, which the host measures and does not send. */
  readonly body: string | null;
}
