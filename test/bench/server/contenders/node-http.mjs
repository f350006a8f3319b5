// The baseline: what a careful person writes with nothing but Node, checks by hand and all.
import { createServer } from 'node:http';
import { otherRoutes } from '../../outside/servers/other-routes.mjs';
import { createItem, listItems } from '../../service/app/items.mjs';
import { createAuthenticator, UNAUTHORIZED } from '../parts/authenticate.mjs';
import { createLimiter, TOO_MANY } from '../parts/limit.mjs';
import { announce, BODY_LIMIT, KEEP_ALIVE_MS } from '../parts/listen.mjs';
import { readRequestId } from '../parts/request-id.mjs';

const authenticate = createAuthenticator(process.env.BENCH_KEY);
const limit = createLimiter();
/** The further routes that `outside` adds. */
const others = new Set(otherRoutes.map(({ path }) => path));
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

const server = createServer(
  { keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: 10_000, requestTimeout: 30_000 },
  (req, res) => {
    const mark = req.url.indexOf('?');
    const path = mark < 0 ? req.url : req.url.slice(0, mark);
    if (path === '/api/health' && req.method === 'GET') checkHealth(req, res);
    else if (path === '/api/items' && req.method === 'GET') list(req, res, mark);
    else if (path === '/api/items' && req.method === 'POST') create(req, res);
    else answerOther(req, res, path);
  },
);

function answerOther(req, res, path) {
  const [, other, id = ''] = /^(\/api\/others\/n\d+)(?:\/([^/]+))?$/.exec(path) ?? [];
  if (others.has(id === '' ? other : `${other}/:id`)) send(req, res, 200, { id });
  else send(req, res, 404, { success: false, message: 'There is nothing here.' });
}

function checkHealth(req, res) {
  send(req, res, 200, { status: 'ok', timestamp: new Date() });
}

function list(req, res, mark) {
  const user = authenticate(req.headers.authorization);
  if (!user) return send(req, res, 401, UNAUTHORIZED);
  const headers = limit('QUERY', 'items.list', user.id);
  if (!headers) return send(req, res, 429, TOO_MANY);
  const given = mark < 0 ? null : new URLSearchParams(req.url.slice(mark + 1)).get('limit');
  const count = given === null ? 20 : Number(given);
  if (given === '' || !Number.isInteger(count) || count < 1 || count > 100) {
    return refuse(
      req,
      res,
      [{ path: ['limit'], message: 'Invalid input: expected int from 1 to 100' }],
      headers,
    );
  }
  send(req, res, 200, { success: true, payload: listItems(count).map(presentItem) }, headers);
}

async function create(req, res) {
  const user = authenticate(req.headers.authorization);
  if (!user) return send(req, res, 401, UNAUTHORIZED);
  const headers = limit('MUTATION', 'items.create', user.id);
  if (!headers) return send(req, res, 429, TOO_MANY);
  if (!/^application\/json *(;|$)/.test(req.headers['content-type'] ?? '')) {
    return send(req, res, 415, { success: false, message: 'Send the body as application/json.' }, headers);
  }
  const text = await readBody(req);
  if (text === null)
    return send(req, res, 413, { success: false, message: 'The body is too large.' }, headers);
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    return send(req, res, 400, { success: false, message: 'The body is not valid JSON.' }, headers);
  }
  const errors = checkDraft(body);
  if (errors.length > 0) return refuse(req, res, errors, headers);
  const { name, price, tags = [] } = body;
  send(req, res, 201, { success: true, payload: presentItem(createItem({ name, price, tags })) }, headers);
}

function readBody(req) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    let length = 0;
    req.on('data', (chunk) => {
      length += chunk.length;
      if (length <= BODY_LIMIT) chunks.push(chunk);
    });
    req.on('end', () => resolve(length > BODY_LIMIT ? null : Buffer.concat(chunks, length).toString('utf8')));
    req.on('error', reject);
  });
}

function checkDraft(body) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return [{ path: [], message: 'Invalid input: expected object' }];
  }
  const { name, price, tags } = body;
  const errors = [];
  checkText(name, ['name'], 100, errors);
  if (typeof price !== 'number') errors.push(wrongType(['price'], 'number', price));
  else if (price < 0) errors.push({ path: ['price'], message: 'Too small: expected number to be >=0' });
  if (Array.isArray(tags)) {
    if (tags.length > 10) {
      errors.push({ path: ['tags'], message: 'Too big: expected array to have <=10 items' });
    }
    for (const [index, tag] of tags.entries()) checkText(tag, ['tags', String(index)], Infinity, errors);
  } else if (tags !== undefined) errors.push(wrongType(['tags'], 'array', tags));
  return errors;
}

function checkText(value, path, max, errors) {
  if (typeof value !== 'string') errors.push(wrongType(path, 'string', value));
  else if (value.length < 1)
    errors.push({ path, message: 'Too small: expected string to have >=1 characters' });
  else if (value.length > max) {
    errors.push({ path, message: `Too big: expected string to have <=${max} characters` });
  }
}

function wrongType(path, expected, value) {
  return {
    path,
    message: `Invalid input: expected ${expected}, received ${value === null ? 'null' : typeof value}`,
  };
}

/** What is declared of an item, checked, and nothing else. */
function presentItem({ id, name, price, tags, createdAt }) {
  const isItem =
    UUID.test(id) &&
    typeof name === 'string' &&
    Number.isFinite(price) &&
    Array.isArray(tags) &&
    tags.every((tag) => typeof tag === 'string') &&
    createdAt instanceof Date;
  if (!isItem) throw new TypeError('This is no item.');
  return { id, name, price, tags, createdAt };
}

function refuse(req, res, errors, headers) {
  send(req, res, 400, { success: false, message: 'The input is invalid.', errors }, headers);
}

function send(req, res, status, body, headers) {
  const text = JSON.stringify(body);
  res.writeHead(status, {
    'X-Request-Id': readRequestId(req.headers['x-request-id']),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  res.end(text);
}

server.listen(0, '127.0.0.1', () => announce(server.address().port));
