import type Koa from 'koa';
import { isProcedureError, ProcedureError } from '../../protocol/procedure-error.js';
import { reasonOf } from '../respond/fail.js';
import { callOf } from '../service/call.js';
import type { Identifier } from './identify.js';

/**
 * Prepares the first guard. A protected route answers 401 with one body for all causes; on a public one bad
 * credentials are as good as none.
 */
export function prepareAuthentication(identifier: Identifier, isProtected: boolean): Koa.Middleware {
  return async (ctx, next) => {
    const identity = await identifier.identify(ctx);
    if (identity.principal) {
      const call = callOf(ctx);
      call.principal = identity.principal;
      call.apiKey = identity.apiKey;
    } else if (isProtected) {
      throw challenge(identifier.scheme, identity.isMissing, identity.refusal);
    }
    return next();
  };
}

/** The 401, or what the application's own `authenticate` refused with, always with a challenge (RFC 9110, 11.6.1). */
function challenge(scheme: string, isMissing: boolean, refusal: unknown): ProcedureError {
  const value = isMissing ? scheme : `${scheme} error="invalid_token"`;
  if (!isProcedureError(refusal)) {
    return new ProcedureError('UNAUTHORIZED', reasonOf(401), { headers: { 'WWW-Authenticate': value } });
  }
  if (refusal.status !== 401) return refusal;
  return new ProcedureError('UNAUTHORIZED', refusal.message, {
    headers: { 'WWW-Authenticate': value, ...refusal.headers },
    ...(refusal.errors ? { errors: refusal.errors } : {}),
  });
}
