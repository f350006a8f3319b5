import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createFetchHandler,
  type FetchHandler,
  type NodeListener,
  toNodeListener,
} from '../../src/runtime/index.js';
import { describeHost } from '../runtime/support/describe-host.js';
import { HOSTED_ROUTES } from '../runtime/support/hosted-routes.js';
import {
  defineHost,
  type Mount,
  startHost,
  stopHosts,
  toRequestListener,
} from '../runtime/support/start-host.js';
import { json, parseAnswer, request, type ServiceSetup } from '../runtime/support/start-service.js';
import {
  type ErrorHandler,
  type Express,
  express,
  type Fastify,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  getRequestListener,
  type Handler,
  Hono,
  type HonoApp,
  NextRequest,
} from './support/load-frameworks.js';

const theHost: Handler = (_req, res) => res.status(404).send('the host');

const inExpress: Mount<NodeListener> = (api) => express().use(api).use(theHost);

const inFastify: Mount<NodeListener> = async (api) => {
  const app = createFastify(api);
  await app.ready();
  return app.routing;
};

function createFastify(api: NodeListener): Fastify {
  const app = fastify();
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    for (const path of ['/api', '/api/*', '/v1/*', '/about/:name', '/items'])
      scope.all(path, (request, reply) => {
        reply.hijack();
        api(request.raw, reply.raw);
      });
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send('the host'));
  return app;
}

const inHono: Mount<FetchHandler> = (api) => {
  const app = new Hono();
  for (const path of ['/api/*', '/v1/*', '/about/:name', '/items'])
    app.all(path, (c) => api(c.req.raw, { address: c.env.incoming?.socket.remoteAddress }));
  app.notFound((c) => c.text('the host', 404));
  return getRequestListener(app.fetch);
};

describeHost(defineHost('Express', toNodeListener, inExpress));
describeHost(defineHost('Fastify', toNodeListener, inFastify));
describeHost(defineHost('Hono', createFetchHandler, inHono));

afterEach(stopHosts);

const setup: ServiceSetup = { routes: HOSTED_ROUTES };
const startExpress = (
  mount: (app: Express, api: NodeListener) => unknown,
  more: Partial<ServiceSetup> = {},
) =>
  startHost(
    toNodeListener,
    (api) => {
      const app = express();
      mount(app, api);
      return app.use(theHost);
    },
    { ...setup, ...more },
  );

describe('Express with body parsers before the API', () => {
  const any = { type: '*/*' };
  it.each<[string, readonly Handler[]]>([
    ['json()', [express.json()]],
    ['json({ strict: false })', [express.json({ strict: false })]],
    ['text()', [express.text(any)]],
    ['raw()', [express.raw(any)]],
    ['urlencoded()', [express.urlencoded({ extended: true })]],
    ['all of them', [express.json(), express.text(any), express.raw(any), express.urlencoded()]],
    ['one that waits', [(_req, _res, next) => setTimeout(next, 5)]],
  ])('by %s reads what was sent', async (_which, parsers) => {
    const { ask, raw } = await startExpress((app, api) => {
      for (const parser of parsers) app.use(parser);
      app.use(api);
    });
    const response = await ask('/api/items', json({ name: '\u00fc"' }));
    expect([response.status, await response.json()]).toEqual([201, '\u00fc"']);
    const chunked = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    expect(
      parseAnswer(await raw(request('POST /api/items', chunked, 'c\r\n{"name":"x"}\r\n0\r\n\r\n'))).status,
    ).toBe(201);
    expect((await ask('/api/items', json({ name: 7 }))).status).toBe(400);
    expect((await ask('/api/items', json({ name: 'x' }, { 'Content-Type': 'text/plain' }))).status).toBe(415);
    expect((await ask('/api/items', { method: 'DELETE' })).status).toBe(204);
    expect((await ask('/api/about/Ada')).status).toBe(200);
  });

  it('refuses what is broken, empty or too long as if it had read it', async () => {
    const { ask } = await startExpress((app, api) => app.use(express.text(any)).use(api), {
      config: { bodyLimit: 100 },
    });
    for (const [body, status] of [
      ['{"name":', 400],
      ['', 400],
      ['"text"', 400],
      [{ name: 'x'.repeat(100) }, 413],
    ] as const)
      expect((await ask('/api/items', json(body))).status, String(body)).toBe(status);
  });

  it('refuses a compressed body also where the parser has unpacked it', async () => {
    const { ask } = await startExpress((app, api) => app.use(express.json()).use(api));
    const init = json({}, { 'Content-Encoding': 'gzip' });
    expect((await ask('/api/items', { ...init, body: gzipSync('{"name":"x"}') })).status).toBe(415);
  });

  it('leaves what a parser refuses to the error handler of the application', async () => {
    const { ask, lines } = await startExpress((app, api) => {
      app.use(express.json()).use(api);
      app.use(((error, _req, res, _next) =>
        res.status(422).send(error.name)) satisfies ErrorHandler as never);
    });
    const response = await ask('/api/items', json('{"name":'));
    expect([response.status, await response.text(), lines]).toEqual([422, 'SyntaxError', []]);
  });
});

describe('Express around the API', () => {
  it.each([
    ['/v1', '', '/v1/about/Ada'],
    ['/v1', '/api', '/v1/api/about/Ada'],
    ['/v1', '/v1', '/v1/v1/about/Ada'],
    ['/deep/er', '/api', '/deep/er/api/about/Ada'],
  ])('may mount it at %s with the prefix "%s"', async (path, prefix, target) => {
    const { ask } = await startExpress((app, api) => app.use(path, api), { prefix });
    expect(await (await ask(`${target}?x=1`)).json()).toMatchObject({ name: 'Ada', url: `${target}?x=1` });
    expect(await (await ask('/about/Ada')).text()).toBe('the host');
    expect(await (await ask(path)).text()).toBe('the host');
  });

  it('may mount it in a router, twice, and with other routes before it', async () => {
    const other = await startHost(toNodeListener, () => () => {}, { ...setup, prefix: '/v2' });
    const { ask } = await startExpress((app, api) => {
      app.use('/api/own', (_req, res) => res.send('own'));
      app.use(express.Router().use(api).use(other.api).use(api));
    });
    expect(await (await ask('/api/own')).text()).toBe('own');
    for (const path of ['/api/about/Ada', '/v2/about/Ada']) expect((await ask(path)).status, path).toBe(200);
    expect(await (await ask('/v3/about/Ada')).text()).toBe('the host');
  });

  it('has its headers and cookies kept beside those of the API', async () => {
    const { ask } = await startExpress(
      (app, api) => {
        app.use((_req, res, next) => {
          res.cookie('host', '1');
          res.vary('Accept');
          res.setHeader('X-Own', 'own').setHeader('cache-control', 'public');
          next();
        });
        app.use(api);
      },
      { config: { locales: ['en', 'de'] } },
    );
    for (const path of ['/api/cookies', '/api/fail/refused', '/api/items']) {
      const { headers } = await ask(path);
      const read = ['x-powered-by', 'x-own', 'cache-control', 'vary'].map((name) => headers.get(name));
      expect(read, path).toEqual(['Express', 'own', 'no-store', 'Accept, Accept-Language']);
      expect(headers.getSetCookie()[0], path).toBe('host=1; Path=/');
    }
    expect((await ask('/api/fail/refused')).headers.getSetCookie()).toEqual(['host=1; Path=/', 'a=1', 'b=2']);
  });

  it('gets errors of its own, and none of the API', async () => {
    const errors: string[] = [];
    const { ask, listProblems } = await startExpress((app, api) => {
      app.use(api);
      app.use('/own', () => {
        throw new Error('own');
      });
      app.use(((error, _req, res, _next) => {
        errors.push(error.message);
        res.status(500).send('handled');
      }) satisfies ErrorHandler as never);
    });
    expect(await (await ask('/own')).text()).toBe('handled');
    expect(await (await ask('/api/fail/unknown')).json()).toMatchObject({ success: false });
    expect(errors).toEqual(['own']);
    expect(listProblems()).toHaveLength(1);
  });

  it('may have answered before the API does', async () => {
    const { ask, listProblems } = await startExpress((app, api) => {
      app.use((_req, res, next) => {
        res.send('early');
        next();
      });
      app.use(api);
    });
    for (const path of ['/api/about/Ada', '/api/nothing'])
      expect([path, await (await ask(path)).text()]).toEqual([path, 'early']);
    expect(listProblems()).toEqual([]);
  });

  it('may wrap the response, also so that it cannot be written', async () => {
    const { ask, listProblems } = await startExpress((app, api) => {
      app.use((req, res, next) => {
        const end = res.end.bind(res) as (body: unknown) => never;
        if (req.url === '/api/about/broken')
          res.writeHead = () => {
            throw new Error('The host broke.');
          };
        else res.end = ((body: string) => end(body.replace('Ada', 'Eve'))) as never;
        res.removeHeader('Content-Length');
        next();
      });
      app.use(api);
    });
    expect(await (await ask('/api/about/Ada')).json()).toMatchObject({ name: 'Eve' });
    await expect(ask('/api/about/broken')).rejects.toThrow();
    expect(listProblems()).toMatchObject([
      { msg: 'a response could not be written', err: { message: 'The host broke.' } },
    ]);
  });
});

describe('Fastify around the API', () => {
  it('may be asked by inject()', async () => {
    let app: Fastify | undefined;
    await startHost(
      toNodeListener,
      (api) => {
        app = createFastify(api);
        return inFastify(api);
      },
      setup,
    );
    const about = await app?.inject({ method: 'GET', url: '/api/about/Ada?x=1' });
    expect([about?.statusCode, JSON.parse(about?.body ?? '')]).toEqual([
      200,
      expect.objectContaining({ name: 'Ada' }),
    ]);
    const created = await app?.inject({ method: 'POST', url: '/api/items', payload: { name: 'x' } });
    expect([created?.statusCode, created?.body]).toEqual([201, '"x"']);
    const removed = await app?.inject({ method: 'DELETE', url: '/api/items' });
    expect([removed?.statusCode, removed?.body]).toEqual([204, '']);
    expect((await app?.inject({ method: 'HEAD', url: '/api/about/Ada' }))?.body).toBe('');
  });

  it('may hand over what its own parsers have read, and is told where it does not', async () => {
    const { ask, listProblems } = await startHost(
      toNodeListener,
      async (api) => {
        const app = fastify();
        const answer =
          (isHanded: boolean) =>
          ({ raw, body }: FastifyRequest, reply: FastifyReply) => {
            reply.hijack();
            api(isHanded ? Object.assign(raw, { body }) : raw, reply.raw);
          };
        app.all('/api/*', answer(true));
        app.all('/v1/api/*', ({ raw, body }, reply) => {
          raw.url = raw.url?.slice(3) ?? '';
          answer(false)({ raw, body }, reply);
        });
        await app.ready();
        return app.routing;
      },
      setup,
    );
    expect((await ask('/api/items', json({ name: 'x' }))).status).toBe(201);
    expect((await ask('/v1/api/items', json({ name: 'x' }))).status).toBe(500);
    expect(listProblems()).toMatchObject([
      { err: { message: expect.stringContaining('Other middleware read the body') } },
    ]);
  });
});

describe('Hono around the API', () => {
  const startHono = (mount: (app: HonoApp, api: FetchHandler) => void, more: Partial<ServiceSetup> = {}) =>
    startHost(
      createFetchHandler,
      (api) => {
        const app = new Hono();
        mount(app, api);
        return getRequestListener(app.fetch);
      },
      { ...setup, ...more },
    );

  it.each([
    ['', '/v1/about/Ada'],
    ['/api', '/v1/api/about/Ada'],
  ])('may mount the prefix "%s" below a path', async (prefix, path) => {
    const { ask } = await startHono((app, api) => app.mount('/v1', (request) => api(request)), { prefix });
    expect(await (await ask(path)).json()).toMatchObject({ name: 'Ada', url: path.slice(3) });
  });

  it('adds headers and cookies of its own', async () => {
    const { ask } = await startHono((app, api) => {
      app.use('*', async (c, next) => {
        await next();
        c.res.headers.append('Set-Cookie', 'after=1');
        c.res.headers.set('X-Own', String(c.res.status));
      });
      app.all('/api/*', (c) => api(c.req.raw));
    });
    const { status, headers } = await ask('/api/cookies');
    expect([status, headers.get('x-own')]).toEqual([200, '200']);
    expect(
      headers
        .getSetCookie()
        .map((cookie) => cookie.split('=')[0])
        .sort(),
    ).toEqual(['a', 'after', 'b', 'c']);
  });

  it('is told where it has read the body before', async () => {
    const { ask, listProblems } = await startHono((app, api) => {
      app.use('*', async (c, next) => {
        await c.req.json();
        await next();
      });
      app.all('/api/*', (c) => api(c.req.raw));
    });
    expect((await ask('/api/items', json({ name: 'x' }))).status).toBe(500);
    expect(listProblems()).toMatchObject([
      { err: { message: expect.stringContaining('has already been read') } },
    ]);
  });
});

describe('A route handler of Next', () => {
  /** `app/api/[...path]/route.ts`: made by the first request, with Next's requests and what it hands over beside them. */
  const startNext = () =>
    startHost(
      createFetchHandler,
      (api) => {
        const handle = (request: Request) =>
          api(new NextRequest(request), { params: Promise.resolve({ path: ['items'] }) });
        return toRequestListener((request) => handle(request));
      },
      setup,
    );

  it('answers, reads bodies and sets cookies', async () => {
    const { ask } = await startNext();
    expect(await (await ask('/api/about/Ada?x=1')).json()).toMatchObject({
      ip: '',
      url: '/api/about/Ada?x=1',
    });
    expect((await ask('/api/items', json({ name: 'x' }))).status).toBe(201);
    expect((await ask('/api/cookies')).headers.getSetCookie()).toHaveLength(3);
    expect((await ask('/api/items', { method: 'DELETE' })).status).toBe(204);
  });
});
