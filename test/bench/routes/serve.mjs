// The bench's service beside so many other routes, in an application of its own or in one of someone else.
// Arguments: the built project's folder, the store, how many, and `alone` or `hosted`.
import { createServer as createHttpServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import Koa from 'koa';
import { createApp, createRouter, createServer } from '../../../dist/runtime/index.js';
import { announce, KEEP_ALIVE_MS } from '../server/parts/listen.mjs';

const [, , root, store, count, place] = process.argv;
const { routes: table, config: own } = await import(pathToFileURL(`${root}/.procgen/server/index.mjs`).href);

/** Half of them have a parameter. */
const others = Array.from({ length: Number(count) }, (_, index) => ({
  ...table.routes[0],
  name: `other.n${index}`,
  path: index % 2 === 0 ? `/others/n${index}` : `/others/n${index}/:id`,
}));
const whole = { ...table, routes: [...others, ...table.routes] };
const config = { ...own, store: `file:${store}` };
const options = { cwd: root };

if (place === 'hosted') {
  const router = createRouter(whole, config, options);
  const app = new Koa();
  // What an application has around its routes: a time, a tenant, and a look at the status.
  app.use(async (ctx, next) => {
    const begin = performance.now();
    await next();
    ctx.state.durationMs = performance.now() - begin;
  });
  app.use(async (ctx, next) => {
    ctx.state.tenant = ctx.get('x-tenant') || 'none';
    await next();
  });
  app.use(async (ctx, next) => {
    await next();
    if (ctx.status >= 500) ctx.app.emit('failure', ctx.path);
  });
  app.use(router.routes());
  await router.ready();
  const server = createHttpServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app.callback());
  server.listen(0, '127.0.0.1', () => announce(server.address().port));
} else {
  const app = createApp(whole, config, options);
  await app.ready();
  const http = createServer(app);
  const { port } = await http.listen(0, '127.0.0.1');
  announce(port);
}
