import { fastify } from 'fastify';
import { toNodeListener } from 'procgen/runtime';
import { routes } from './generated/routes.js';
import config from './procgen.config.js';

const api = toNodeListener(routes, config);
await api.ready();

const app = fastify({ forceCloseConnections: 'idle' });
// A plugin of its own: the rest of the application keeps its parsers.
app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  // Bodies are left to procgen.
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
  scope.all('/api/*', (request, reply) => {
    reply.hijack();
    api(request.raw, reply.raw);
  });
});
app.get('/', () => 'The home page.');
app.addHook('onClose', () => api.close());

await app.listen({ port: Number(process.env.PORT ?? 3000) });
console.error(`listening on ${JSON.stringify(app.server.address())}`);
// Answer what has been received, then close the store.
process.once('SIGTERM', () => app.close());
