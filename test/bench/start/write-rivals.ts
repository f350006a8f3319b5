import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { BENCH_FOLDER, WORK_FOLDER } from '../harness/places.js';

/** A framework, and how the service of `writeFlatProject` is written with it. */
interface Rival {
  readonly name: string;
  /** Where its packages are, when that is not this repository. */
  readonly packages?: string;
  /** What stands in the file of one resource. */
  printResource(index: number): string;
  /** What stands in the file that starts the server; `calls` adds the routes of every resource. */
  printServer(imports: string, calls: string): string;
}

const PARTS = `${BENCH_FOLDER}server/parts`;

/** JSON Schema both ways, as its documentation tells one to. */
const fastify: Rival = {
  name: 'fastify',
  packages: `${BENCH_FOLDER}node_modules`,
  printResource: (index) => `const resource${index} = {
  type: 'object',
  required: ['id', 'name', 'quantity', 'state', 'tags', 'createdAt'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string', minLength: 1, maxLength: 120 },
    quantity: { type: 'integer', minimum: 0 },
    state: { type: 'string', enum: ['draft', 'open', 'closed'] },
    tags: { type: 'array', items: { type: 'string' } },
    createdAt: { type: 'string', format: 'date-time' },
  },
};

/** Lists what there is of resource ${index}. */
export function addResource${index}(app, guard) {
  app.get('/api/resource${index}', {
    onRequest: guard('QUERY', 'resource${index}.list'),
    schema: {
      querystring: {
        type: 'object',
        properties: {
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          tag: { type: 'array', items: { type: 'string' } },
        },
      },
      response: {
        200: {
          type: 'object',
          required: ['success', 'payload'],
          properties: {
            success: { type: 'boolean', const: true },
            payload: { type: 'array', items: resource${index} },
            message: { type: 'string' },
          },
        },
      },
    },
    handler: async () => ({ success: true, payload: [] }),
  });
}
`,
  printServer: (imports, calls) => `import fastify from 'fastify';
import { createAuthenticator, UNAUTHORIZED } from '${PARTS}/authenticate.mjs';
import { createLimiter, TOO_MANY } from '${PARTS}/limit.mjs';
import { announce } from '${PARTS}/listen.mjs';
${imports}
const authenticate = createAuthenticator(process.env.BENCH_KEY);
const limit = createLimiter();
const app = fastify({ logger: false });
const guard = (name, procedure) => (request, reply, done) => {
  const user = authenticate(request.headers.authorization);
  if (!user) return reply.code(401).send(UNAUTHORIZED);
  const headers = limit(name, procedure, user.id);
  if (!headers) return reply.code(429).send(TOO_MANY);
  reply.headers(headers);
  done();
};
${calls}
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server.address().port);
`,
};

/** @koa/router, and zod both ways. */
const koa: Rival = {
  name: 'koa, @koa/router, zod',
  printResource: (index) => `import * as z from 'zod';

const Resource = z.object({
  id: z.uuid(),
  name: z.string().min(1).max(120),
  quantity: z.number().int().min(0),
  state: z.enum(['draft', 'open', 'closed']),
  tags: z.array(z.string()),
  createdAt: z.date(),
});
const Input = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20), tag: z.array(z.string()).optional() });
const Output = z.object({ success: z.literal(true), payload: z.array(Resource), message: z.string().optional() });

/** Lists what there is of resource ${index}. */
export function addResource${index}(router, guard) {
  router.get('/resource${index}', guard('QUERY', 'resource${index}.list'), (ctx) => {
    const input = Input.safeParse(ctx.query);
    if (!input.success) {
      ctx.status = 400;
      ctx.body = { success: false, message: 'The input is invalid.', errors: input.error.issues };
    } else ctx.body = Output.parse({ success: true, payload: [] });
  });
}
`,
  printServer: (imports, calls) => `import Router from '@koa/router';
import Koa from 'koa';
import { createAuthenticator, UNAUTHORIZED } from '${PARTS}/authenticate.mjs';
import { createLimiter, TOO_MANY } from '${PARTS}/limit.mjs';
import { announce } from '${PARTS}/listen.mjs';
${imports}
const authenticate = createAuthenticator(process.env.BENCH_KEY);
const limit = createLimiter();
const refuse = (ctx, status, body) => Object.assign(ctx, { status, body });
const guard = (name, procedure) => (ctx, next) => {
  const user = authenticate(ctx.get('authorization'));
  if (!user) return refuse(ctx, 401, UNAUTHORIZED);
  const headers = limit(name, procedure, user.id);
  if (!headers) return refuse(ctx, 429, TOO_MANY);
  ctx.set(headers);
  return next();
};
const app = new Koa();
const router = new Router({ prefix: '/api' });
${calls}
app.use(router.routes());
const server = app.listen(0, '127.0.0.1', () => announce(server.address().port));
`,
};

export interface RivalServer {
  readonly name: string;
  /** What Node is started on. */
  readonly script: string;
}

/** Writes the rivals with so many resources, one a file, and bundles each into one file, as a procgen server is. */
export async function writeRivals(resources: number): Promise<readonly RivalServer[]> {
  const written: RivalServer[] = [];
  for (const [index, rival] of [fastify, koa].entries()) {
    const script = await writeRival(rival, `${WORK_FOLDER}/start/rival-${index}-${resources}`, resources);
    written.push({ name: rival.name, script });
  }
  return written;
}

async function writeRival(rival: Rival, root: string, resources: number): Promise<string> {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(`${root}/src`, { recursive: true });
  if (rival.packages) symlinkSync(rival.packages, `${root}/node_modules`);
  const indexes = Array.from({ length: resources }, (_, index) => index);
  for (const index of indexes) writeFileSync(`${root}/src/resource${index}.mjs`, rival.printResource(index));
  const imports = indexes.map((index) => `import { addResource${index} } from './resource${index}.mjs';\n`);
  const app = rival.name === fastify.name ? 'app' : 'router';
  const calls = indexes.map((index) => `addResource${index}(${app}, guard);\n`);
  const entry = `${root}/src/server.mjs`;
  writeFileSync(entry, rival.printServer(imports.join(''), calls.join('')));
  const outfile = `${root}/server.mjs`;
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
  });
  return outfile;
}
