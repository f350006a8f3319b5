import type Koa from 'koa';
import { sendJson } from '../respond/send.js';

/**
 * `/livez` and `/readyz`. The process is alive as long as it answers; it is ready while it would serve a request,
 * which `isServing` asks the store for.
 */
export function createHealth(isServing: () => Promise<boolean>): Koa.Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/livez' && ctx.path !== '/readyz') return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    const isFine = ctx.path === '/livez' || (await isServing().catch(() => false));
    ctx.set('Cache-Control', 'no-store');
    sendJson(ctx, isFine ? 200 : 503, JSON.stringify({ status: isFine ? 'ok' : 'unavailable' }));
  };
}
