import type Koa from 'koa';
import { BuiltInError } from '../../protocol/built-in-error.js';
import { describeRefusal, type Refusal, Refused } from '../respond/fail.js';
import { callOf } from '../service/call.js';
import type { Identifier } from './identify.js';
import type { RefusalLimit } from './limit-refusals.js';

/**
 * Prepares the first guard. A protected route answers 401 with one body for all causes; on a public one bad
 * credentials are as good as none. After too many wrong ones the 401 becomes a 429. A 401 that a handler throws gets its challenge too.
 */
export function prepareAuthentication(
  identifier: Identifier,
  isProtected: boolean,
  limitRefusals: RefusalLimit,
): Koa.Middleware {
  return async (ctx, next) => {
    const call = callOf(ctx);
    const identity = await identifier.identify(ctx);
    if (identity.principal) {
      call.principal = identity.principal;
      call.apiKey = identity.apiKey;
    } else if (isProtected) {
      const refusal = challenge(identifier, identity.isMissing, identity.refusal);
      if (refusal.status === 401 && !identity.isMissing) await limitRefusals(call);
      throw new Refused(refusal);
    }
    try {
      await next();
    } catch (thrown) {
      if (describeRefusal(thrown).status !== 401) throw thrown;
      throw new Refused(challenge(identifier, true, thrown));
    }
  };
}

/** The 401, or what the application refused with, always with a challenge (RFC 9110, 11.6.1). */
function challenge({ scheme, reason }: Identifier, isMissing: boolean, thrown: unknown): Refusal {
  const refusal = describeRefusal(thrown ?? new BuiltInError('UNAUTHORIZED', reason));
  if (refusal.status !== 401) return refusal;
  const value = isMissing ? scheme : `${scheme} error="invalid_token"`;
  return { ...refusal, headers: { 'WWW-Authenticate': value, ...refusal.headers } };
}
