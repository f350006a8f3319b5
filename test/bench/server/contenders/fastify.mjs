// fastify as its documentation tells one to: JSON Schema in (ajv) and out (fast-json-stringify), hooks around.
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import fastify from 'fastify';
import { createItem, listItems } from '../../service/app/items.mjs';
import { createAuthenticator, UNAUTHORIZED } from '../parts/authenticate.mjs';
import { createLimiter, TOO_MANY } from '../parts/limit.mjs';
import { announce, BODY_LIMIT, KEEP_ALIVE_MS } from '../parts/listen.mjs';
import { readRequestId } from '../parts/request-id.mjs';

const authenticate = createAuthenticator(process.env.BENCH_KEY);
const limit = createLimiter();
const app = fastify({
  logger: false,
  keepAliveTimeout: KEEP_ALIVE_MS,
  requestTimeout: 30_000,
  bodyLimit: BODY_LIMIT,
  genReqId: (req) => readRequestId(req.headers['x-request-id']),
});

// Reports every error and does not coerce bodies, like the others.
const options = { allErrors: true, useDefaults: true, removeAdditional: true };
const compilers = {
  body: addFormats(new Ajv({ ...options, coerceTypes: false })),
  querystring: addFormats(new Ajv({ ...options, coerceTypes: true })),
};
app.setValidatorCompiler(({ schema, httpPart }) => compilers[httpPart].compile(schema));

app.addHook('onRequest', (request, reply, done) => {
  reply.headers({
    'X-Request-Id': request.id,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  done();
});

app.setErrorHandler((error, _request, reply) => {
  if (!error.validation) {
    return reply.code(error.statusCode ?? 500).send({ success: false, message: 'The request failed.' });
  }
  const errors = error.validation.map(({ instancePath, message }) => ({
    path: instancePath.split('/').slice(1),
    message,
  }));
  return reply.code(400).send({ success: false, message: 'The input is invalid.', errors });
});

/** The hook of a protected procedure. */
function guard(name, procedure) {
  return (request, reply, done) => {
    const user = authenticate(request.headers.authorization);
    if (!user) return reply.code(401).send(UNAUTHORIZED);
    const headers = limit(name, procedure, user.id);
    if (!headers) return reply.code(429).send(TOO_MANY);
    reply.headers(headers);
    done();
  };
}

const item = {
  type: 'object',
  required: ['id', 'name', 'price', 'tags', 'createdAt'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string' },
    price: { type: 'number' },
    tags: { type: 'array', items: { type: 'string' } },
    createdAt: { type: 'string', format: 'date-time' },
  },
};
const envelope = (payload) => ({
  type: 'object',
  required: ['success', 'payload'],
  properties: { success: { type: 'boolean', const: true }, payload },
});
const failure = {
  type: 'object',
  required: ['success', 'message'],
  properties: {
    success: { type: 'boolean', const: false },
    message: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'array', items: { type: 'string' } }, message: { type: 'string' } },
      },
    },
  },
};

app.route({
  method: 'GET',
  url: '/api/health',
  schema: {
    response: {
      200: {
        type: 'object',
        required: ['status', 'timestamp'],
        properties: {
          status: { type: 'string', const: 'ok' },
          timestamp: { type: 'string', format: 'date-time' },
        },
      },
    },
  },
  handler: async () => ({ status: 'ok', timestamp: new Date() }),
});

app.route({
  method: 'GET',
  url: '/api/items',
  onRequest: guard('QUERY', 'items.list'),
  schema: {
    querystring: {
      type: 'object',
      properties: { limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
    },
    response: { 200: envelope({ type: 'array', items: item }), '4xx': failure },
  },
  handler: async (request) => ({ success: true, payload: listItems(request.query.limit) }),
});

app.route({
  method: 'POST',
  url: '/api/items',
  onRequest: guard('MUTATION', 'items.create'),
  schema: {
    body: {
      type: 'object',
      required: ['name', 'price'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 100 },
        price: { type: 'number', minimum: 0 },
        tags: { type: 'array', items: { type: 'string', minLength: 1 }, maxItems: 10, default: [] },
      },
    },
    response: { 201: envelope(item), '4xx': failure },
  },
  handler: async (request, reply) => {
    reply.code(201);
    return { success: true, payload: createItem(request.body) };
  },
});

await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server.address().port);
