import { readSessionCookie } from '../../dashboard/cookie.js';
import { readOrigin } from '../../dashboard/read-origin.js';
import type { Call } from '../call/call.js';
import { createPageRequest } from '../context/create-page-request.js';
import type { ExplorerParts } from './explorer-parts.js';

/** A user who is signed in to the dashboard. */
export interface Visitor {
  readonly userId: string;
  /** Null if a trusted proxy names the user; there is no session then. */
  readonly sessionToken: string | null;
}

/** Returns the signed-in user; null if there is none. An API key does not sign in. */
export type ReadVisitor = (call: Call) => Promise<Visitor | null>;

/** Prepares the reader of a trusted proxy's header, or else of the session cookie. */
export function prepareVisitorReader({ proxies, readProxyUser, keyring }: ExplorerParts): ReadVisitor {
  return async (call) => {
    const request = createPageRequest(call, proxies, readProxyUser);
    const proxyUser = request.readProxyUser();
    if (proxyUser !== null) return { userId: proxyUser, sessionToken: null };
    const sessionToken = readSessionCookie(request, readOrigin(request));
    const session = sessionToken === null ? null : await keyring().sessions.find(sessionToken);
    return session && { userId: session.userId, sessionToken };
  };
}
