import type Koa from 'koa';
import { BuiltInError } from '../../protocol/built-in-error.js';
import { sendJson, sendNothing } from '../respond/send.js';

const ALLOW = { Allow: 'GET, HEAD, OPTIONS' } as const;

/**
 * `/livez` and `/readyz`. The process is alive as long as it answers; it is ready while it would serve a request,
 * which `isServing` asks the store for.
 */
export function createHealth(isServing: () => Promise<boolean>): Koa.Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/livez' && ctx.path !== '/readyz') return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return answerMethod(ctx);
    const isFine = ctx.path === '/livez' || (await isServing().catch(() => false));
    ctx.set('Cache-Control', 'no-store');
    sendJson(ctx.response, isFine ? 200 : 503, JSON.stringify({ status: isFine ? 'ok' : 'unavailable' }));
  };
}

/** OPTIONS, and the methods that are not allowed. */
function answerMethod(ctx: Koa.Context): void {
  if (ctx.method !== 'OPTIONS') throw new BuiltInError('METHOD_NOT_ALLOWED', undefined, { headers: ALLOW });
  ctx.set(ALLOW);
  sendNothing(ctx.response, 204);
}
