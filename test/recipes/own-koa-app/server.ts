import Koa from 'koa';
import { createRouter } from 'procgen/runtime';
import { routes } from './generated/routes.js';
import config from './procgen.config.js';

const router = createRouter(routes, config);
await router.ready();

const app = new Koa();
// First: under /api the router answers everything and reads bodies itself.
app.use(router.routes());
app.use((ctx) => {
  if (ctx.path === '/') ctx.body = 'The home page.';
});

const server = app.listen(Number(process.env.PORT ?? 3000), () => {
  console.error(`listening on ${JSON.stringify(server.address())}`);
});
// Answer what has been received, then close the store.
process.once('SIGTERM', () => server.close(() => router.close()));
