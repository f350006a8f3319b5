/** Which web origins may call the API from a browser: any (`*`), those listed, or `CorsOptions`. */
export type Cors = '*' | readonly string[] | CorsOptions;

export interface CorsOptions {
  /** Origins in the form that browsers send, such as `https://app.example.com`; `*` is any. */
  readonly origins: '*' | readonly string[];
  /**
   * Lets pages of these origins send cookies and read the responses. It needs a list of origins.
   * @default false
   */
  readonly credentials?: boolean;
  /** Response headers that pages may read, in addition to those that procgen sets. */
  readonly exposeHeaders?: readonly string[];
  /**
   * How long a browser may cache the response to a preflight request, in seconds.
   * @default 600
   */
  readonly maxAgeSeconds?: number;
}

/**
 * Whether `text` is an origin as a browser serializes it (RFC 6454, 6.2): scheme, host and optional port, in lower
 * case. `null` is not accepted, because any page can have it.
 */
export function isWebOrigin(text: string): boolean {
  // `URL` has no origin for the schemes of applications, such as capacitor://localhost.
  if (!/^https?:/.test(text)) return /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@*A-Z]+$/.test(text);
  return URL.canParse(text) && new URL(text).origin === text && !text.includes('*');
}

/** Describes the error in `cors` for the author of the configuration; undefined if it is valid. */
export function findCorsError({ origins, credentials }: CorsOptions): string | undefined {
  if (origins === '*') {
    return credentials ? 'credentials need a list of origins, not "*"' : undefined;
  }
  const wrong = origins.find((origin) => !isWebOrigin(origin));
  return wrong === undefined ? undefined : `"${wrong}" is not an origin such as "https://app.example.com"`;
}
