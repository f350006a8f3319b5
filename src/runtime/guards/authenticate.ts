import { listNeededScopes } from '../../keys/scopes.js';
import type { Call } from '../call/call.js';
import { createRefusal, describeRefusal, type Refusal } from '../respond/fail.js';
import type { Route } from '../route-table.js';
import type { Guard, Verdict } from './guard.js';
import type { Identifier } from './identify.js';
import type { Identity } from './identity.js';
import type { RefusalLimit } from './limit-refusals.js';

/**
 * Prepares the first guard. A protected route answers 401 with the same body for every cause; on a public route, bad
 * credentials are treated like missing ones. `limitRefusals`, present when API keys are checked, turns the 401 into a
 * 429 after too many wrong keys.
 */
export function prepareAuthentication(
  identifier: Identifier,
  isProtected: boolean,
  limitRefusals: RefusalLimit | undefined,
): Guard {
  const judge = (call: Call, identity: Identity): Verdict | Promise<Verdict> => {
    if (identity.principal) {
      call.principal = identity.principal;
      call.apiKey = identity.apiKey;
      call.keyHash = identity.keyHash ?? null;
      return undefined;
    }
    if (!isProtected) return undefined;
    call.refusedKeyId = identity.refusedKeyId ?? null;
    const excess = identity.isMissing ? undefined : limitRefusals?.(call);
    if (excess instanceof Promise)
      return excess.then((settled) => settled ?? challenge(identifier, identity));
    return excess ?? challenge(identifier, identity);
  };

  return (call) => {
    const identity = identifier.identify(call);
    return identity instanceof Promise ? identity.then((known) => judge(call, known)) : judge(call, identity);
  };
}

/** Describes a 401 thrown by a handler; it gets a challenge too. */
export function challengeThrown(identifier: Identifier, thrown: unknown): Refusal {
  return challenge(identifier, { isMissing: true, refusal: thrown });
}

/** Returns the 401, or the application's own refusal. Every 401 has a challenge (RFC 9110, 11.6.1). */
function challenge(
  { scheme, reason }: Identifier,
  { isMissing, refusal: thrown }: { readonly isMissing: boolean; readonly refusal?: unknown },
): Refusal {
  const value = isMissing ? scheme : `${scheme} error="invalid_token"`;
  const headers = { 'WWW-Authenticate': value };
  if (thrown === undefined) return createRefusal('UNAUTHORIZED', reason, { headers });
  const refusal = describeRefusal(thrown);
  if (refusal.status !== 401) return refusal;
  return { ...refusal, headers: { ...headers, ...refusal.headers } };
}

/**
 * Prepares the guard that checks a protected route's scopes. The refusal lists the scopes that the caller lacks. A
 * caller without a scope list may do everything.
 */
export function prepareAuthorization(route: Route, scheme: string): Guard {
  const needed = listNeededScopes({ kind: route.procedure.definition.kind, scopes: route.scopes });
  const headers = { 'WWW-Authenticate': `${scheme} error="insufficient_scope"${printScope(route.scopes)}` };
  return ({ principal }) => {
    const scopes = principal?.scopes;
    if (scopes === undefined) return undefined;
    const lacking = needed.filter((scope) => !scopes.includes(scope));
    if (lacking.length === 0) return undefined;
    const params = { scopes: lacking.join(', ') };
    return createRefusal('FORBIDDEN', 'key.lacksScope', { params, headers });
  };
}

/** Prints the required scopes (RFC 6750, section 3) if all of them are allowed in the quoted string, else nothing. */
function printScope(scopes: readonly string[] = []): string {
  const isPrintable = scopes.length > 0 && scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope));
  return isPrintable ? `, scope="${scopes.join(' ')}"` : '';
}
