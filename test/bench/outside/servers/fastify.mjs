// fastify with JSON Schema for inputs and outputs, its own validator settings and its own error answers.
import fastify from 'fastify';
import { createAuthenticator, UNAUTHORIZED } from '../../server/parts/authenticate.mjs';
import { createLimiter, TOO_MANY } from '../../server/parts/limit.mjs';
import { announce } from '../../server/parts/listen.mjs';
import { createItem, listItems } from '../../service/app/items.mjs';
import { otherRoutes } from './other-routes.mjs';

const authenticate = createAuthenticator(process.env.BENCH_KEY);
const limit = createLimiter();
const app = fastify();

/** The hook of a protected route. */
const protect = (name, procedure) => (request, reply, done) => {
  const user = authenticate(request.headers.authorization);
  if (!user) return reply.code(401).send(UNAUTHORIZED);
  const headers = limit(name, procedure, user.id);
  if (!headers) return reply.code(429).send(TOO_MANY);
  reply.headers(headers);
  done();
};

const string = { type: 'string' };
const object = (properties, required = Object.keys(properties)) => ({ type: 'object', required, properties });
const item = object({
  id: { type: 'string', format: 'uuid' },
  name: string,
  price: { type: 'number' },
  tags: { type: 'array', items: string },
  createdAt: { type: 'string', format: 'date-time' },
});
const envelope = (payload) => object({ success: { type: 'boolean' }, payload });
const limitSchema = { type: 'integer', minimum: 1, maximum: 100, default: 20 };
const body = object(
  {
    name: { type: 'string', minLength: 1, maxLength: 100 },
    price: { type: 'number', minimum: 0 },
    tags: { type: 'array', items: { type: 'string', minLength: 1 }, maxItems: 10, default: [] },
  },
  ['name', 'price'],
);

for (const { path, parameter } of otherRoutes) {
  const schema = {
    response: { 200: object({ id: string }) },
    ...(parameter && { params: object({ [parameter]: string }) }),
  };
  app.get(path, { schema }, async ({ params }) => ({ id: params.id ?? '' }));
}

const health = object({ status: string, timestamp: { type: 'string', format: 'date-time' } });
app.get('/api/health', { schema: { response: { 200: health } } }, async () => ({
  status: 'ok',
  timestamp: new Date(),
}));

app.get(
  '/api/items',
  {
    onRequest: protect('QUERY', 'items.list'),
    schema: {
      querystring: object({ limit: limitSchema }, []),
      response: { 200: envelope({ type: 'array', items: item }) },
    },
  },
  async (request) => ({ success: true, payload: listItems(request.query.limit) }),
);

app.post(
  '/api/items',
  { onRequest: protect('MUTATION', 'items.create'), schema: { body, response: { 201: envelope(item) } } },
  async (request, reply) => {
    reply.code(201);
    return { success: true, payload: createItem(request.body) };
  },
);

await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server.address().port);
