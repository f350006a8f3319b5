import { createServer, type RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { createLog, createRouter } from '../../src/runtime/index.js';
import {
  request,
  routeOf,
  stopServices,
  tableOf,
  temporaryFolder,
  UNLIMITED,
} from './support/start-service.js';

const at = (path: string) =>
  procedure.meta({ openapi: { enabled: true, tags: [], summary: '', method: 'GET', path, protect: false } });
const ROUTES = [
  routeOf(
    'read',
    at('/things/:id')
      .input(z.object({ id: z.string().max(3) }))
      .output(z.string())
      .query(({ input, ctx }) => {
        ctx.response.headers.etag = '"handler"';
        return input.id;
      }),
  ),
  routeOf(
    'nothing',
    at('/nothing')
      .output(z.void())
      .query(() => {}),
    { status: 204 },
  ),
  routeOf(
    'throw',
    at('/throw')
      .output(z.void())
      .query(() => {
        throw new Error('hidden');
      }),
  ),
];
const TARGETS = ['/api/things/7', '/api/things/long', '/api/nothing', '/api/throw', '/api/none'];

const NAMES = [
  ...[
    'Content-Type',
    'content-length',
    'Transfer-Encoding',
    'connection',
    'Date',
    'Vary',
    'ETag',
    'Set-Cookie',
  ],
  ...['X-Request-Id', 'cache-control', 'RateLimit', 'X-Own', 'x-own', '', 'no token'],
];
const VALUES = ['1', 'text/html', 'keep-alive', 'é', 'a\nb', 7, ['a', 'b'], [], undefined] as const;

/** Something that a host does with the headers of an answer. */
interface Step {
  readonly name: string;
  readonly value: (typeof VALUES)[number];
  readonly act: keyof typeof ACTS;
}

/** What steps come to: what they give back, or the code of what they throw. */
const ACTS = {
  set: (ctx: Koa.Context, { name, value }: Step) => ctx.set(name, value as never),
  append: (ctx: Koa.Context, { name, value }: Step) => ctx.append(name, value as never),
  remove: (ctx: Koa.Context, { name }: Step) => ctx.remove(name),
  get: (ctx: Koa.Context, { name }: Step) => ctx.response.get(name),
  has: (ctx: Koa.Context, { name }: Step) => (ctx as never as { has(name: string): boolean }).has(name),
  vary: (ctx: Koa.Context) => ctx.vary('Origin'),
  type: (ctx: Koa.Context) => {
    ctx.type = 'text/csv';
  },
  length: (ctx: Koa.Context) => ctx.length,
  status: (ctx: Koa.Context) => {
    ctx.status = 418;
  },
  body: (ctx: Koa.Context) => {
    ctx.body = Buffer.from('own');
  },
  noBody: (ctx: Koa.Context) => {
    ctx.body = null;
  },
  json: (ctx: Koa.Context) => ctx.response.toJSON(),
  cookie: (ctx: Koa.Context) => void ctx.cookies.set('a', 'b'),
  throws: () => {
    throw Object.assign(new Error('host'), { status: 409, expose: true, headers: { 'X-Thrown': '1' } });
  },
  setHeader: ({ res }: Koa.Context, { name, value }: Step) => res.setHeader(name, value as never) === res,
  setHeaders: ({ res }: Koa.Context, { name, value }: Step) =>
    res.setHeaders(new Map([[name, value as never]])) === res,
  appendHeader: ({ res }: Koa.Context, { name, value }: Step) =>
    res.appendHeader(name, value as never) === res,
  removeHeader: ({ res }: Koa.Context, { name }: Step) => res.removeHeader(name),
  getHeader: ({ res }: Koa.Context, { name, value }: Step) => [
    res.getHeader(name),
    res.getHeader(value as never),
  ],
  hasHeader: ({ res }: Koa.Context, { name }: Step) => res.hasHeader(name),
  getHeaders: ({ res }: Koa.Context) => res.getHeaders(),
  getHeaderNames: ({ res }: Koa.Context) => res.getHeaderNames(),
  getRawHeaderNames: ({ res }: Koa.Context) =>
    (res as never as { getRawHeaderNames(): [] }).getRawHeaderNames(),
  flushHeaders: ({ res }: Koa.Context) => res.flushHeaders(),
  writeHead: ({ res }: Koa.Context, { name, value }: Step) =>
    res.writeHead(203, 'Own', { [name]: value as never }) === res,
  writeList: ({ res }: Koa.Context, { name, value }: Step) =>
    res.writeHead(203, [name, value as never]) === res,
  writeNothing: ({ res }: Koa.Context) => res.writeHead(206) === res,
  write: ({ res }: Koa.Context) => void res.write('own'),
  end: ({ res }: Koa.Context) => res.end('own') === res,
  wrapHead: ({ res }: Koa.Context, { name }: Step) => {
    const writeHead = res.writeHead.bind(res) as (...given: unknown[]) => never;
    res.writeHead = (...given: unknown[]) => {
      if (res.hasHeader('Cache-Control')) res.setHeader('X-Wrapped', String(res.getHeader(name)));
      return writeHead(...given);
    };
  },
};

function take(ctx: Koa.Context, step: Step): unknown {
  // Who appends to a list appends to the one that was set.
  const value = Array.isArray(step.value) ? [...step.value] : step.value;
  try {
    return [step.act, ACTS[step.act](ctx, { ...step, value } as Step)];
  } catch (error) {
    if (step.act === 'throws') throw error;
    return [step.act, (error as NodeJS.ErrnoException).code ?? (error as Error).message];
  }
}

interface Program {
  readonly target: string;
  readonly before: readonly Step[];
  readonly after: readonly Step[];
  readonly finished: readonly Step[];
}

let ask: (how: 'held' | 'plain', program: Program) => Promise<{ bytes: string; seen: unknown[] }>;
const stops: (() => Promise<unknown>)[] = [];

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.unshift(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(text));
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

async function createApplication(prepare: (app: Koa) => void): Promise<number> {
  const router = createRouter(
    await tableOf({ routes: ROUTES }),
    { overload: false },
    {
      log: createLog({ level: 'silent' }),
      cwd: await temporaryFolder(),
      rateLimiter: UNLIMITED,
      now: () => Date.UTC(2026, 2, 10, 12),
    },
  );
  stops.push(() => router.close());
  await router.ready();
  const app = new Koa();
  app.silent = true;
  prepare(app);
  app.use(router.routes());
  return listen(app.callback());
}

beforeAll(async () => {
  let program: Program;
  let seen: unknown[] = [];
  let finished = Promise.resolve();
  const run = async (ctx: Koa.Context, next: Koa.Next) => {
    ctx.res.on('error', (error: NodeJS.ErrnoException) => seen.push(error.code));
    finished = new Promise((resolve) => {
      ctx.res.on('close', () => {
        for (const step of program.finished) seen.push(take(ctx, step));
        // Whatever the answer says of its length and its connection, this was all of it.
        ctx.req.socket.destroySoon();
        resolve();
      });
    });
    for (const step of program.before) seen.push(take(ctx, step));
    await next();
    for (const step of program.after) seen.push(take(ctx, step));
  };
  const ports = {
    held: await createApplication((app) => app.use(run)),
    plain: await createApplication((app) => {
      // Whose functions are not all Node's own keeps its headers where Node does.
      app.use(({ res }, next) => {
        res.getHeaders = res.getHeaders.bind(res);
        return next();
      });
      app.use(run);
    }),
  };
  ask = async (how, next) => {
    program = next;
    seen = [];
    const text = request(`GET ${program.target}`, ['X-Request-Id: mine']);
    const bytes = (await exchange(ports[how], text)).replaceAll(/\r\nDate: \w{3}, [^\r]*/g, '\r\nDate');
    await finished;
    return { bytes, seen };
  };
});

afterAll(async () => {
  for (const stop of stops) await stop();
  await stopServices();
});

const READS = [
  'get',
  'has',
  'length',
  'json',
  'getHeader',
  'hasHeader',
  'getHeaders',
  'getHeaderNames',
] as const;

describe('The headers of an answer in an application of someone else', () => {
  const acts = Object.keys(ACTS) as (keyof typeof ACTS)[];
  const steps = (from: readonly (keyof typeof ACTS)[], maxLength: number) =>
    fc.array(
      fc.record({
        name: fc.constantFrom(...NAMES),
        value: fc.constantFrom(...VALUES),
        act: fc.constantFrom(...from),
      }),
      { maxLength },
    );
  const begins = /^(flushHeaders|write.*|end)$/;
  // What ends or throws before the router has been there leaves nothing to compare.
  const harmless = acts.filter((act) => !begins.test(act) && act !== 'throws');
  const programs = fc.record({
    target: fc.constantFrom(...TARGETS),
    before: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, steps(harmless, 2)),
    // An answer under way whose middleware throws is left open by Koa.
    after: fc.oneof(
      steps(
        acts.filter((act) => act !== 'throws'),
        5,
      ),
      steps(
        acts.filter((act) => !begins.test(act)),
        5,
      ),
    ),
    finished: steps([...READS, 'getRawHeaderNames', 'setHeader', 'removeHeader', 'appendHeader'], 3),
  });

  it('are to its middleware, and on the wire, as if Node had kept them', async () => {
    await fc.assert(
      fc.asyncProperty(programs, async (program) => {
        expect(await ask('held', program)).toEqual(await ask('plain', program));
      }),
      { numRuns: 600, includeErrorInReport: true },
    );
  });

  it.each(acts)('are the same after %s with any name and value', async (act) => {
    for (const name of NAMES)
      for (const value of ['1', 7, ['a', 'b'], undefined] as const) {
        const finished = READS.map((read) => ({ act: read, name, value: undefined }));
        const program = { target: '/api/things/7', before: [], after: [{ act, name, value }], finished };
        expect(await ask('held', program)).toEqual(await ask('plain', program));
      }
  });

  it('do not take the place of what a host sets by a function that it has from Node itself', async () => {
    const { setHeader } = ServerResponse.prototype;
    const port = await createApplication((app) =>
      app.use(async ({ res }, next) => {
        await next();
        setHeader.call(res, 'Cache-Control', 'public');
        setHeader.call(res, 'X-Own', '1');
      }),
    );
    const answer = await exchange(port, request('GET /api/things/7'));
    expect(answer).toContain('\r\nCache-Control: public\r\n');
    expect(answer).toContain('\r\nX-Own: 1\r\n');
    expect(answer).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
    expect(answer.match(/cache-control/gi)).toHaveLength(1);
    expect(answer).toMatch(/\r\n\r\n"7"$/);
  });
});
