import type { PageRequest } from './page-request.js';
import type { Origin } from './read-origin.js';

/** In characters; longer than any token. */
const MAX_LENGTH = 256;

/** The value of the cookie; null if there is none, or several with that name, because one of them was planted. */
export function readCookie(
  request: PageRequest,
  origin: Origin,
  name: string,
  maxLength = MAX_LENGTH,
): string | null {
  const start = `${nameFor(origin, name)}=`;
  const [value, ...others] = request
    .header('cookie')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
  return value && others.length === 0 && value.length <= maxLength ? value : null;
}

/** A `Set-Cookie` header that scripts cannot read. Without `maxAgeSeconds` the cookie lasts for the browser session. */
export function printCookie(
  origin: Origin,
  name: string,
  { value, maxAgeSeconds }: { readonly value: string; readonly maxAgeSeconds?: number },
): string {
  const age = maxAgeSeconds === undefined ? '' : `Max-Age=${maxAgeSeconds}; `;
  const secure = isPlain(origin) ? '' : '; Secure';
  return `${nameFor(origin, name)}=${value}; ${age}Path=/; HttpOnly; SameSite=Lax${secure}`;
}

export function printExpiredCookie(origin: Origin, name: string): string {
  return printCookie(origin, name, { value: '', maxAgeSeconds: 0 });
}

/**
 * With the `__Host-` prefix browsers require Secure, Path=/ and no Domain (RFC 6265bis, 4.1.3.2). The name includes the
 * port because cookies are shared by all ports of a host (RFC 6265, 8.5): two servers on one host would otherwise sign
 * each other's users out.
 */
function nameFor(origin: Origin, name: string): string {
  const port = /:(\d+)$/.exec(origin.host)?.[1];
  return `${isPlain(origin) ? '' : '__Host-'}${name}${port === undefined ? '' : `-${port}`}`;
}

function isPlain(origin: Origin): boolean {
  return origin.scheme === 'http' && origin.isLoopback;
}

const NAME = 'procgen';

export function readSessionCookie(request: PageRequest, origin: Origin): string | null {
  return readCookie(request, origin, NAME);
}

/** The `Set-Cookie` of a session, without Max-Age, because the server decides when the session ends. */
export function printSessionCookie(origin: Origin, token: string): string {
  return printCookie(origin, NAME, { value: token });
}

export function printExpiredSessionCookie(origin: Origin): string {
  return printExpiredCookie(origin, NAME);
}
