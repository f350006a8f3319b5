import Koa from 'koa';
import { createRouter } from 'procgen/runtime';
import { routes } from './generated/routes.js';
import config from './procgen.config.js';

const router = createRouter(routes, config);
await router.ready();

const app = new Koa();
// First: under /api the router answers everything itself, and reads bodies by itself.
app.use(router.routes());
app.use((ctx) => {
  if (ctx.path === '/') ctx.body = 'The home page.';
});

const server = app.listen(Number(process.env.PORT ?? 3000), () => {
  console.error(`listening on ${JSON.stringify(server.address())}`);
});
// What has been received is answered, then the store is closed.
process.once('SIGTERM', () => server.close(() => router.close()));
