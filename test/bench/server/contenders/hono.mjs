// hono with zod-openapi on Node. It checks no output of its own, so that the handlers do.
import { serve } from '@hono/node-server';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { createItem, listItems } from '../../service/app/items.mjs';
import { createAuthenticator, UNAUTHORIZED } from '../parts/authenticate.mjs';
import { createLimiter, TOO_MANY } from '../parts/limit.mjs';
import { announce, BODY_LIMIT, KEEP_ALIVE_MS } from '../parts/listen.mjs';
import { readRequestId } from '../parts/request-id.mjs';

const authenticate = createAuthenticator(process.env.BENCH_KEY);
const limit = createLimiter();

const app = new OpenAPIHono({
  defaultHook: (result, c) => {
    if (result.success) return undefined;
    const errors = result.error.issues.map(({ path, message }) => ({ path: path.map(String), message }));
    return json(c, { success: false, message: 'The input is invalid.', errors }, 400);
  },
});

app.use(async (c, next) => {
  c.header('X-Request-Id', readRequestId(c.req.header('x-request-id')));
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Cache-Control', 'no-store');
  await next();
});

app.onError((error, c) =>
  json(
    c,
    { success: false, message: 'The request failed.' },
    error instanceof HTTPException ? error.status : 500,
  ),
);

/** The middleware of a protected procedure. */
function guard(name, procedure) {
  return async (c, next) => {
    const user = authenticate(c.req.header('authorization'));
    if (!user) return json(c, UNAUTHORIZED, 401);
    const headers = limit(name, procedure, user.id);
    if (!headers) return json(c, TOO_MANY, 429);
    for (const [header, value] of Object.entries(headers)) c.header(header, value);
    await next();
  };
}

const LIMITED = bodyLimit({
  maxSize: BODY_LIMIT,
  onError: (c) => json(c, { success: false, message: 'The body is too large.' }, 413),
});

/** `c.json`, with the length and the character set that the others say too. */
function json(c, value, status) {
  const text = JSON.stringify(value);
  c.header('Content-Type', 'application/json; charset=utf-8');
  c.header('Content-Length', String(Buffer.byteLength(text)));
  return c.body(text, status);
}

const Health = z.object({ status: z.literal('ok'), timestamp: z.date() });
const Item = z.object({
  id: z.uuid(),
  name: z.string(),
  price: z.number(),
  tags: z.array(z.string()),
  createdAt: z.date(),
});
const envelope = (payload) => z.object({ success: z.literal(true), payload });
const ItemList = envelope(z.array(Item));
const OneItem = envelope(Item);
const answer = (schema) => ({ content: { 'application/json': { schema } }, description: 'Success' });

app.openapi(createRoute({ method: 'get', path: '/api/health', responses: { 200: answer(Health) } }), (c) =>
  json(c, Health.parse({ status: 'ok', timestamp: new Date() }), 200),
);

app.openapi(
  createRoute({
    method: 'get',
    path: '/api/items',
    middleware: [guard('QUERY', 'items.list')],
    request: { query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) }) },
    responses: { 200: answer(ItemList) },
  }),
  (c) => json(c, ItemList.parse({ success: true, payload: listItems(c.req.valid('query').limit) }), 200),
);

const NewItem = z.object({
  name: z.string().min(1).max(100),
  price: z.number().min(0),
  tags: z.array(z.string().min(1)).max(10).default([]),
});

app.openapi(
  createRoute({
    method: 'post',
    path: '/api/items',
    middleware: [guard('MUTATION', 'items.create'), LIMITED],
    request: { body: { content: { 'application/json': { schema: NewItem } }, required: true } },
    responses: { 201: answer(OneItem) },
  }),
  (c) => json(c, OneItem.parse({ success: true, payload: createItem(c.req.valid('json')) }), 201),
);

serve(
  {
    fetch: app.fetch,
    port: 0,
    hostname: '127.0.0.1',
    serverOptions: { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 30_000 },
  },
  ({ port }) => announce(port),
);
