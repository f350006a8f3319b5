/** The response that the host sends. The host adds `Content-Length`. */
export interface PageResponse {
  readonly status: number;
  /** In the order of sending. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Null for none. For HEAD it is the body of the GET, of which the host sends only the length. */
  readonly body: string | null;
  /** Whether the body never changes. The host then compresses it and allows browsers to cache it. */
  readonly isStatic?: boolean;
}
