import { createFetchHandler } from 'procgen/runtime';
import { routes } from './generated/routes.js';
import config from './procgen.config.js';

const api = createFetchHandler(routes, config);
await api.ready();

const server = Bun.serve({
  port: Number(process.env.PORT ?? 3000),
  routes: {
    '/': new Response('The home page.'),
    '/api/*': (request, server) => api(request, { address: server.requestIP(request)?.address }),
  },
  fetch: () => new Response('Nothing here.', { status: 404 }),
});
console.error(`listening on ${JSON.stringify({ port: server.port })}`);
// Answer what has been received, then close the store.
process.once('SIGTERM', () => server.stop().then(() => api.close()));
