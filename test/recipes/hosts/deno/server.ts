import { createFetchHandler } from 'procgen/runtime';
import { routes } from './generated/routes.ts';
import config from './procgen.config.ts';

const api = createFetchHandler(routes, config);
await api.ready();

const server = Deno.serve(
  {
    port: Number(Deno.env.get('PORT') ?? 3000),
    onListen: (address) => console.error(`listening on ${JSON.stringify(address)}`),
  },
  (request, { remoteAddr }) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/api/')) return api(request, { address: remoteAddr.hostname });
    if (pathname === '/') return new Response('The home page.');
    return new Response('Nothing here.', { status: 404 });
  },
);
// Answer what has been received, then close the store.
Deno.addSignalListener('SIGTERM', () => {
  server.shutdown().then(() => api.close());
});
