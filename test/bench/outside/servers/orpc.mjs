// oRPC's OpenAPI handler on Node, which checks inputs and outputs with zod and puts headers on answers by its plugin.
import { createServer } from 'node:http';
import { OpenAPIHandler } from '@orpc/openapi/node';
import { ORPCError, os } from '@orpc/server';
import { ResponseHeadersPlugin } from '@orpc/server/plugins';
import { createAuthenticator, UNAUTHORIZED } from '../../server/parts/authenticate.mjs';
import { createLimiter, TOO_MANY } from '../../server/parts/limit.mjs';
import { announce } from '../../server/parts/listen.mjs';
import { createItem, listItems } from '../../service/app/items.mjs';
import { otherRoutes } from './other-routes.mjs';
import { Health, ItemList, NewItem, OneItem, Other, Query } from './schemas.mjs';

const authenticate = createAuthenticator(process.env.BENCH_KEY);
const limit = createLimiter();

/** The middleware of a protected procedure. */
const protect = (name, procedure) =>
  os.middleware(({ context, next }) => {
    const user = authenticate(context.headers.authorization);
    if (!user) throw new ORPCError('UNAUTHORIZED', { message: UNAUTHORIZED.message });
    const headers = limit(name, procedure, user.id);
    if (!headers) throw new ORPCError('TOO_MANY_REQUESTS', { message: TOO_MANY.message });
    for (const [header, value] of Object.entries(headers)) context.resHeaders.set(header, value);
    return next({ context: { user } });
  });

const others = otherRoutes.map(({ path, parameter }) => {
  const route = os.route({ method: 'GET', path: path.replace('/api', '').replace(':id', '{id}') });
  return (parameter ? route.input(Other) : route)
    .output(Other)
    .handler(({ input }) => ({ id: input?.id ?? '' }));
});

const router = {
  health: os
    .route({ method: 'GET', path: '/health' })
    .output(Health)
    .handler(() => ({ status: 'ok', timestamp: new Date() })),
  items: {
    list: os
      .route({ method: 'GET', path: '/items' })
      .use(protect('QUERY', 'items.list'))
      .input(Query)
      .output(ItemList)
      .handler(({ input }) => ({ success: true, payload: listItems(input.limit) })),
    create: os
      .route({ method: 'POST', path: '/items', successStatus: 201 })
      .use(protect('MUTATION', 'items.create'))
      .input(NewItem)
      .output(OneItem)
      .handler(({ input }) => ({ success: true, payload: createItem(input) })),
  },
  others: Object.fromEntries(others.map((procedure, index) => [`n${index}`, procedure])),
};

const handler = new OpenAPIHandler(router, { plugins: [new ResponseHeadersPlugin()] });
const server = createServer(async (request, response) => {
  const { matched } = await handler.handle(request, response, {
    prefix: '/api',
    context: { headers: request.headers },
  });
  if (matched) return;
  response.statusCode = 404;
  response.end('Not found');
});
server.listen(0, '127.0.0.1', () => announce(server.address().port));
