/** Which web origins may call the API from a browser: any (`*`), those listed, or `CorsOptions`. */
export type Cors = '*' | readonly string[] | CorsOptions;

export interface CorsOptions {
  /** Origins as browsers write them, such as `https://app.example.com`; `*` is any. */
  readonly origins: '*' | readonly string[];
  /**
   * Lets pages of these origins send cookies and read the answers. It needs a list of origins.
   * @default false
   */
  readonly credentials?: boolean;
  /** Response headers that pages may read, beside those that procgen sets. */
  readonly exposeHeaders?: readonly string[];
  /**
   * How long a browser may cache the answer to a preflight request, in seconds.
   * @default 600
   */
  readonly maxAgeSeconds?: number;
}

/**
 * Whether a browser would write `text` as the origin of a page (RFC 6454, 6.2): scheme, host and perhaps a port, in
 * lower case. `null`, which any page can have, is none.
 */
export function isWebOrigin(text: string): boolean {
  // Of the schemes of applications, such as capacitor://localhost, URL knows no origin.
  if (!/^https?:/.test(text)) return /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@*A-Z]+$/.test(text);
  return URL.canParse(text) && new URL(text).origin === text && !text.includes('*');
}

/** What is wrong with `cors`, for the author of the configuration; undefined when it is valid. */
export function findCorsError({ origins, credentials }: CorsOptions): string | undefined {
  if (origins === '*') {
    return credentials ? 'credentials need a list of origins, not "*"' : undefined;
  }
  const wrong = origins.find((origin) => !isWebOrigin(origin));
  return wrong === undefined ? undefined : `"${wrong}" is not an origin such as "https://app.example.com"`;
}
