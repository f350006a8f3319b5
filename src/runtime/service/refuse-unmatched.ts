import type Router from '@koa/router';
import type Koa from 'koa';
import { ProcedureError } from '../../protocol/procedure-error.js';
import { isWellEncoded } from '../request/decode-path.js';
import { reasonOf } from '../respond/fail.js';
import { sendNothing } from '../respond/send.js';

/** Answers a request that no route takes: OPTIONS, 405 where the path exists, 404 where it does not. */
export function refuseUnmatched(ctx: Koa.Context, router: Router): void {
  const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods));
  if (methods.size === 0) {
    if (!isWellEncoded(ctx.path)) {
      throw new ProcedureError('BAD_REQUEST', 'The path is not percent-encoded UTF-8.');
    }
    throw new ProcedureError('NOT_FOUND', reasonOf(404));
  }
  const allow = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => methods.has(method));
  const headers = { Allow: [...allow, 'OPTIONS'].join(', ') };
  if (ctx.method !== 'OPTIONS') throw new ProcedureError('METHOD_NOT_ALLOWED', reasonOf(405), { headers });
  ctx.set(headers);
  sendNothing(ctx, 204);
}
