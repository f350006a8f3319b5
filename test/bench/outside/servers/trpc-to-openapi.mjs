// tRPC with the handler of trpc-to-openapi on Node, which checks inputs and outputs with zod and takes status codes from `responseMeta`.
import { createServer } from 'node:http';
import { initTRPC, TRPCError } from '@trpc/server';
import { createOpenApiHttpHandler } from 'trpc-to-openapi';
import { createAuthenticator, UNAUTHORIZED } from '../../server/parts/authenticate.mjs';
import { createLimiter, TOO_MANY } from '../../server/parts/limit.mjs';
import { announce } from '../../server/parts/listen.mjs';
import { createItem, listItems } from '../../service/app/items.mjs';
import { otherRoutes } from './other-routes.mjs';
import { Health, ItemList, NewItem, OneItem, Other, Query } from './schemas.mjs';

const authenticate = createAuthenticator(process.env.BENCH_KEY);
const limit = createLimiter();
const { router, procedure } = initTRPC.meta().create();

const route = (method, path) => procedure.meta({ openapi: { method, path } });

/** The middleware of a protected procedure. */
const protect =
  (name, limited) =>
  ({ ctx: { req, res }, next }) => {
    const user = authenticate(req.headers.get('authorization'));
    if (!user) throw new TRPCError({ code: 'UNAUTHORIZED', message: UNAUTHORIZED.message });
    const headers = limit(name, limited, user.id);
    if (!headers) throw new TRPCError({ code: 'TOO_MANY_REQUESTS', message: TOO_MANY.message });
    res.setHeaders(new Map(Object.entries(headers)));
    return next({ ctx: { user } });
  };

const others = otherRoutes.map(({ path, parameter }) => {
  const other = route('GET', path.replace(':id', '{id}'));
  return (parameter ? other.input(Other) : other)
    .output(Other)
    .query(({ input }) => ({ id: input?.id ?? '' }));
});

const appRouter = router({
  health: route('GET', '/api/health')
    .output(Health)
    .query(() => ({ status: 'ok', timestamp: new Date() })),
  items: router({
    list: route('GET', '/api/items')
      .use(protect('QUERY', 'items.list'))
      .input(Query)
      .output(ItemList)
      .query(({ input }) => ({ success: true, payload: listItems(input.limit) })),
    create: route('POST', '/api/items')
      .use(protect('MUTATION', 'items.create'))
      .input(NewItem)
      .output(OneItem)
      .mutation(({ input }) => ({ success: true, payload: createItem(input) })),
  }),
  others: router(Object.fromEntries(others.map((other, index) => [`n${index}`, other]))),
});

const server = createServer(
  createOpenApiHttpHandler({
    router: appRouter,
    createContext: ({ req, res }) => ({ req, res }),
    responseMeta: ({ type, errors }) => (type === 'mutation' && errors.length === 0 ? { status: 201 } : {}),
  }),
);
server.listen(0, '127.0.0.1', () => announce(server.address().port));
