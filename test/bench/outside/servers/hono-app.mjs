// hono with zod-openapi and its own answers to invalid input. It checks no output, so the handlers parse theirs with zod.
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { createAuthenticator, UNAUTHORIZED } from '../../server/parts/authenticate.mjs';
import { createLimiter, TOO_MANY } from '../../server/parts/limit.mjs';
import { createItem, listItems } from '../../service/app/items.mjs';
import { otherRoutes } from './other-routes.mjs';
import { Health, ItemList, NewItem, OneItem, Other, Query } from './schemas.mjs';

const authenticate = createAuthenticator(process.env.BENCH_KEY);
const limit = createLimiter();

/** The middleware of a protected route. */
const protect = (name, procedure) => async (c, next) => {
  const user = authenticate(c.req.header('authorization'));
  if (!user) return c.json(UNAUTHORIZED, 401);
  const headers = limit(name, procedure, user.id);
  if (!headers) return c.json(TOO_MANY, 429);
  for (const [header, value] of Object.entries(headers)) c.header(header, value);
  await next();
};

const json = (schema) => ({ content: { 'application/json': { schema } } });
const success = (schema) => ({ ...json(schema), description: 'Success' });

export const app = new OpenAPIHono();

for (const { path, parameter } of otherRoutes) {
  const route = {
    method: 'get',
    path: path.replace(':id', '{id}'),
    responses: { 200: success(Other) },
    ...(parameter && { request: { params: Other } }),
  };
  app.openapi(createRoute(route), (c) => c.json(Other.parse({ id: c.req.param('id') ?? '' }), 200));
}

app.openapi(createRoute({ method: 'get', path: '/api/health', responses: { 200: success(Health) } }), (c) =>
  c.json(Health.parse({ status: 'ok', timestamp: new Date() }), 200),
);

const list = createRoute({
  method: 'get',
  path: '/api/items',
  middleware: [protect('QUERY', 'items.list')],
  request: { query: Query },
  responses: { 200: success(ItemList) },
});
app.openapi(list, (c) =>
  c.json(ItemList.parse({ success: true, payload: listItems(c.req.valid('query').limit) }), 200),
);

const create = createRoute({
  method: 'post',
  path: '/api/items',
  middleware: [protect('MUTATION', 'items.create')],
  request: { body: { ...json(NewItem), required: true } },
  responses: { 201: success(OneItem) },
});
app.openapi(create, (c) =>
  c.json(OneItem.parse({ success: true, payload: createItem(c.req.valid('json')) }), 201),
);
