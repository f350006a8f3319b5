import type { AuthenticationRequest } from 'procgen';
import type { Conduit } from './conduit.js';

/** Who calls. */
export interface Viewer {
  readonly id: string;
  /** The token that the caller holds; the application itself keeps hashes only. */
  readonly token: string;
}

/** Reads `Authorization: Token …`; null when there is none, or one that is good for nothing. */
export function verifyToken(request: AuthenticationRequest, conduit: Conduit): { user: Viewer } | null {
  const [, token] = /^Token +(\S+)$/i.exec(String(request.headers.authorization ?? '')) ?? [];
  const id = token === undefined ? null : conduit.tokens.findOwner(token);
  return token === undefined || id === null ? null : { user: { id, token } };
}
