// Koa with its router, the body reader of its usual parsers, and zod for inputs and outputs.
import Router from '@koa/router';
import Koa from 'koa';
import readBody from 'raw-body';
import { createAuthenticator, UNAUTHORIZED } from '../../server/parts/authenticate.mjs';
import { createLimiter, TOO_MANY } from '../../server/parts/limit.mjs';
import { announce, BODY_LIMIT } from '../../server/parts/listen.mjs';
import { createItem, listItems } from '../../service/app/items.mjs';
import { otherRoutes } from './other-routes.mjs';
import { Health, ItemList, NewItem, OneItem, Other, Query } from './schemas.mjs';

const authenticate = createAuthenticator(process.env.BENCH_KEY);
const limit = createLimiter();

function send(ctx, status, body) {
  ctx.status = status;
  ctx.body = body;
}

/** The middleware of a protected route. */
const protect = (name, procedure) => (ctx, next) => {
  const user = authenticate(ctx.get('authorization'));
  if (!user) return send(ctx, 401, UNAUTHORIZED);
  const headers = limit(name, procedure, user.id);
  if (!headers) return send(ctx, 429, TOO_MANY);
  ctx.set(headers);
  return next();
};

/** Answers what `handle` makes of valid input, or 400. */
function answer(ctx, { schema, input, status, handle }) {
  const parsed = schema.safeParse(input);
  if (parsed.success) send(ctx, status, handle(parsed.data));
  else send(ctx, 400, { success: false, errors: parsed.error.issues });
}

const router = new Router();

for (const { path } of otherRoutes) {
  router.get(path, (ctx) => send(ctx, 200, Other.parse({ id: ctx.params.id ?? '' })));
}

router.get('/api/health', (ctx) => send(ctx, 200, Health.parse({ status: 'ok', timestamp: new Date() })));
router.get('/api/items', protect('QUERY', 'items.list'), (ctx) =>
  answer(ctx, {
    schema: Query,
    input: ctx.query,
    status: 200,
    handle: (input) => ItemList.parse({ success: true, payload: listItems(input.limit) }),
  }),
);
router.post('/api/items', protect('MUTATION', 'items.create'), async (ctx) => {
  const text = await readBody(ctx.req, { length: ctx.length, limit: BODY_LIMIT, encoding: 'utf8' });
  answer(ctx, {
    schema: NewItem,
    input: JSON.parse(text),
    status: 201,
    handle: (input) => OneItem.parse({ success: true, payload: createItem(input) }),
  });
});

const app = new Koa();
app.use(router.routes()).use(router.allowedMethods());
const server = app.listen(0, '127.0.0.1', () => announce(server.address().port));
