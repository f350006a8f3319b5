import { readSessionCookie } from '../../dashboard/cookie.js';
import { readOrigin } from '../../dashboard/read-origin.js';
import type { Call } from '../call/call.js';
import { createPageRequest } from '../context/create-page-request.js';
import type { ExplorerParts } from './explorer-parts.js';

/** Somebody who is signed in to the dashboard. */
export interface Visitor {
  readonly userId: string;
  /** Null where a trusted proxy names the user, who then has no session. */
  readonly sessionToken: string | null;
}

/** Who is signed in; null for nobody. An API key signs nobody in. */
export type ReadVisitor = (call: Call) => Promise<Visitor | null>;

/** Prepares what reads a trusted proxy's header, or else the cookie of the session. */
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
