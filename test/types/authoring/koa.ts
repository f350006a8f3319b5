import type { ServerResponse } from 'node:http';
import Koa from 'koa';
import { type KoaContext, procedure } from 'procgen';
import { type App, createApp, createRouter, type RouteTable } from 'procgen/runtime';
import { holds, type Same } from './same-type.js';

declare const table: RouteTable;

/** What most handlers use of Koa's context has types, and the rest is there. */
export const file = procedure.query(({ ctx }) => {
  // @ts-expect-error under another host than Koa it is null
  ctx.koa.status = 200;
  if (ctx.koa === null) return;
  holds<Same<typeof ctx.koa.status, number>>();
  holds<Same<ReturnType<typeof ctx.koa.get>, string>>();
  const response: ServerResponse = ctx.koa.res;
  ctx.koa.type = 'text/csv';
  ctx.koa.set({ 'Content-Disposition': 'inline' });
  ctx.koa.body = response.headersSent ? null : 'a,b';
  // @ts-expect-error a status is a number
  ctx.koa.status = 'fine';
  if (ctx.koa.path === '/') ctx.koa.throw(404, 'Nothing here.');
});

/** With `@types/koa` all of it has types. */
export const typed = procedure.query(({ ctx }) => (ctx.koa as Koa.Context).acceptsLanguages());

/** An application with `@types/koa` takes the router, and the application that is made takes typed middleware. */
const time: Koa.Middleware = async (ctx, next) => {
  ctx.set('X-Path', ctx.path);
  await next();
};
const host = new Koa();
const router = createRouter(table);
host.use(router.routes()).use(router.allowedMethods());
const app: App = createApp(table);
app.use(time).use(async (ctx: KoaContext, next) => {
  await next();
  ctx.set('X-Length', String(ctx.length));
});
app.on('error', (error: Error) => error.message);
app.listen(0).close();
