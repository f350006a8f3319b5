import type Router from '@koa/router';
import type Koa from 'koa';
import { BuiltInError } from '../../protocol/built-in-error.js';
import { isWellEncoded } from '../request/decode-path.js';
import { sendNothing } from '../respond/send.js';

/** Answers a request that no route takes: OPTIONS, 405 where the path exists, 404 where it does not. */
export function refuseUnmatched(ctx: Koa.Context, router: Router): void {
  const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods));
  if (methods.size === 0) {
    if (!isWellEncoded(ctx.path)) throw new BuiltInError('BAD_REQUEST', 'input.path');
    throw new BuiltInError('NOT_FOUND');
  }
  const allow = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => methods.has(method));
  const headers = { Allow: [...allow, 'OPTIONS'].join(', ') };
  if (ctx.method !== 'OPTIONS') throw new BuiltInError('METHOD_NOT_ALLOWED', undefined, { headers });
  ctx.set(headers);
  sendNothing(ctx, 204);
}
