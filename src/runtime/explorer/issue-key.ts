import { isSameOrigin } from '../../dashboard/is-same-origin.js';
import { createPageRequest } from '../context/create-page-request.js';
import type { Guard } from '../guards/guard.js';
import { createRefusal } from '../respond/fail.js';
import { challengeVisitor } from './challenge-visitor.js';
import type { ExplorerParts } from './explorer-parts.js';
import type { ReadVisitor } from './read-visitor.js';

/**
 * Prepares `POST /docs/key`, which creates an explorer key for the signed-in user. A page of another origin gets a 403,
 * a visitor who is not signed in a 401, a user with too many keys a 409.
 */
export function prepareKeyIssue(
  { proxies, readProxyUser, config, keyring, log }: ExplorerParts,
  readVisitor: ReadVisitor,
): Guard {
  return async (call) => {
    const { answer, address, requestId } = call;
    const request = createPageRequest(call, proxies, readProxyUser);
    if (!isSameOrigin(request, config.baseUrl)) return createRefusal('FORBIDDEN');
    const visitor = await readVisitor(call);
    if (visitor === null) return challengeVisitor();
    const origin = { actor: visitor.userId, address, requestId: requestId || null };
    const { record, secret } = await keyring().from(origin).explorerKeys.issue(visitor);
    log.info({ userId: visitor.userId, keyId: record.id }, 'api key for the explorer created');
    answer.sendJson(
      201,
      JSON.stringify({ success: true, payload: { key: secret, expiresAt: record.expiresAt } }),
    );
    return undefined;
  };
}
