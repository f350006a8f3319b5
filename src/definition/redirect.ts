/** The statuses that lead a caller to another URL (RFC 9110, 15.4). 307 and 308 keep the method, 301 and 308 are permanent. */
export const REDIRECT_STATUSES = [301, 302, 303, 307, 308] as const;

export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];

/**
 * What a handler returns where the output is `redirect()`: an absolute URL of http or https, or a path of the same origin.
 */
export type RedirectTarget = string | URL;

/** Stands for the origin of a path. */
const ORIGIN = 'http://origin.invalid';

/**
 * The `Location` header of a target, in ASCII, or what keeps it from being one. A browser would read `//host`, `/\\host` and
 * `javascript:` as something other than a path or a page, and drops tabs and line breaks from a URL.
 */
export function readLocation(
  target: unknown,
):
  | { readonly location: string; readonly error?: never }
  | { readonly location?: never; readonly error: string } {
  const text = target instanceof URL ? target.href : target;
  if (typeof text !== 'string')
    return { error: `Expected a URL or a path, not a value of type ${typeof text}` };
  if (/\p{Cc}/u.test(text)) return { error: 'The URL contains a control character' };
  const isPath = text.startsWith('/');
  if (!isPath && !/^https?:\/\//i.test(text)) {
    const [scheme] = /^[a-z][a-z\d+.-]*:/i.exec(text) ?? [];
    return {
      error: scheme
        ? `The URL has the scheme "${scheme}", and only "http://" and "https://" are followed`
        : 'Expected an absolute URL, or a path that begins with a slash',
    };
  }
  if (!URL.canParse(text, ORIGIN)) return { error: 'The URL cannot be parsed' };
  const { href, origin } = new URL(text, ORIGIN);
  if (!isPath) return { location: href };
  const location = href.slice(ORIGIN.length);
  // `/a/..//host` is a path, and its shorter form is none.
  return origin === ORIGIN && !location.startsWith('//')
    ? { location }
    : { error: 'The path begins with two slashes, which lead to another host' };
}
