/** The redirect statuses (RFC 9110, 15.4). 307 and 308 keep the method; 301 and 308 are permanent. */
export const REDIRECT_STATUSES = [301, 302, 303, 307, 308] as const;

export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];

/**
 * What a handler returns when the output is `redirect()`: an absolute http or https URL, or a path of the same origin.
 */
export type RedirectTarget = string | URL;

/** A placeholder origin for parsing paths. */
const ORIGIN = 'http://origin.invalid';

/**
 * Returns the `Location` header for a target, in ASCII, or the reason why the target is invalid. A browser would not
 * read `//host`, `/\\host` or `javascript:` as a path or a page, and drops tabs and line breaks from a URL.
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
        ? `The URL has the scheme "${scheme}", but only "http://" and "https://" are allowed`
        : 'Expected an absolute URL, or a path that begins with a slash',
    };
  }
  if (!URL.canParse(text, ORIGIN)) return { error: 'The URL cannot be parsed' };
  const { href, origin } = new URL(text, ORIGIN);
  if (!isPath) return { location: href };
  const location = href.slice(ORIGIN.length);
  // `/a/..//host` is a path, but its normalized form is not.
  return origin === ORIGIN && !location.startsWith('//')
    ? { location }
    : { error: 'The path begins with two slashes, which lead to another host' };
}
