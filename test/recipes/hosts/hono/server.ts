import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { createFetchHandler } from 'procgen/runtime';
import { routes } from './generated/routes.js';
import config from './procgen.config.js';

const api = createFetchHandler(routes, config);
await api.ready();

const app = new Hono();
app.all('/api/*', (c) => api(c.req.raw, { address: getConnInfo(c).remote.address }));
app.get('/', (c) => c.text('The home page.'));

const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, (address) => {
  console.error(`listening on ${JSON.stringify(address)}`);
});
// Answer what has been received, then close the store.
process.once('SIGTERM', () => server.close(() => api.close()));
