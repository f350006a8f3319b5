/** What the host sends; it adds `Content-Length`. */
export interface PageResponse {
  readonly status: number;
  /** In the order in which they are sent. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Null for none. The response to a HEAD has the body of the GET, of which the host sends only the length. */
  readonly body: string | null;
  /** Whether the body is always the same; the host then compresses it, and lets browsers keep it. */
  readonly isStatic?: boolean;
}
