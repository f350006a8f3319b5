import type Koa from 'koa';
import type { Origin } from './read-origin.js';

/** The `__Host-` prefix makes the browser insist on Secure, Path=/ and this very host (RFC 6265bis, 4.1.3.2). */
const SECURE_NAME = '__Host-procgen';
const LOOPBACK_NAME = 'procgen';

/** More than any session token has. */
const MAX_TOKEN_LENGTH = 256;

export function readSessionCookie(ctx: Koa.Context, origin: Origin): string | null {
  const token = ctx.cookies.get(nameFor(origin), { signed: false });
  return token && token.length <= MAX_TOKEN_LENGTH ? token : null;
}

/** The `Set-Cookie` of a session. It has no Max-Age: how long it lasts is the server's to say. */
export function printSessionCookie(origin: Origin, token: string): string {
  return `${nameFor(origin)}=${token}; ${attributesFor(origin)}`;
}

export function printEndedCookie(origin: Origin): string {
  return `${nameFor(origin)}=; Max-Age=0; ${attributesFor(origin)}`;
}

function nameFor(origin: Origin): string {
  return isPlain(origin) ? LOOPBACK_NAME : SECURE_NAME;
}

function attributesFor(origin: Origin): string {
  return `Path=/; HttpOnly; SameSite=Lax${isPlain(origin) ? '' : '; Secure'}`;
}

function isPlain(origin: Origin): boolean {
  return origin.scheme === 'http' && origin.isLoopback;
}
