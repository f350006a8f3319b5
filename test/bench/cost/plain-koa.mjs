// The service of the benches with nothing around it: Koa and its router, the same keys, the same schemas both ways, and
// the handlers. No checks of headers and bodies beyond the schemas, no limits, request ids, security headers, time
// limits, languages or lines of a log; failures are what they have to be.
import { createServer } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import * as z from 'zod';
import { openKeyring } from '../../../src/keys/open-keyring.js';
import { announce, KEEP_ALIVE_MS } from '../server/parts/listen.mjs';
import { createItem, listItems } from '../service/app/items.mjs';

const Item = z.object({
  id: z.uuid(),
  name: z.string(),
  price: z.number(),
  tags: z.array(z.string()),
  createdAt: z.date(),
});
const NewItem = z.object({
  name: z.string().min(1).max(100),
  price: z.number().min(0),
  tags: z.array(z.string().min(1)).max(10).default([]),
});
const Query = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) });
const Health = z.object({ status: z.literal('ok'), timestamp: z.date() });
const envelope = (payload) => z.object({ success: z.literal(true), payload });
const [ItemList, OneItem] = [envelope(z.array(Item)), envelope(Item)];

const { apiKeys } = await openKeyring({ store: process.env.BENCH_STORE, cwd: '/' });

async function authenticate(ctx, next) {
  const [scheme, secret = ''] = (ctx.req.headers.authorization ?? '').split(' ');
  const verified = scheme === 'Bearer' ? await apiKeys.verify(secret) : null;
  if (verified) return next();
  send(ctx, 401, { success: false, message: 'A valid API key is required.' });
}

async function readJson(req) {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function check(ctx, schema, input) {
  const checked = schema.safeParse(input);
  if (checked.success) return checked.data;
  const errors = checked.error.issues.map(({ path, message }) => ({ path: path.map(String), message }));
  send(ctx, 400, { success: false, message: 'The input is invalid.', errors });
  return undefined;
}

function send(ctx, status, value) {
  ctx.status = status;
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = JSON.stringify(value);
}

const router = new Router({ prefix: '/api' });
router.get('/health', (ctx) => send(ctx, 200, Health.parse({ status: 'ok', timestamp: new Date() })));
router.get('/items', authenticate, (ctx) => {
  const input = check(ctx, Query, ctx.query);
  if (input) send(ctx, 200, ItemList.parse({ success: true, payload: listItems(input.limit) }));
});
router.post('/items', authenticate, async (ctx) => {
  const input = check(ctx, NewItem, await readJson(ctx.req));
  if (input) send(ctx, 201, OneItem.parse({ success: true, payload: createItem(input) }));
});

const app = new Koa();
app.use(router.routes());
const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app.callback());
server.listen(0, '127.0.0.1', () => announce(server.address().port));
