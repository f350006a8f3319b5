import { once } from 'node:events';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { eventStream, jsonLines, procedure } from '../../src/index.js';
import { createFetchHandler, type FetchHandler } from '../../src/runtime/index.js';
import { createMemoryRateLimiter } from '../../src/runtime/limits/memory.js';
import { HOSTED_ROUTES, handlers } from './support/hosted-routes.js';
import { createAuthenticator, READING_ROUTES } from './support/own-authenticate.js';
import { openMeta } from './support/small-procedures.js';
import { type RunningHost, startHost, stopHosts, toRequestListener } from './support/start-host.js';
import { json, routeOf, type ServiceSetup } from './support/start-service.js';

afterEach(stopHosts);

const counted = procedure
  .meta({ openapi: openMeta('GET', '/counted').openapi })
  .output(z.string())
  .query(({ ctx }) => ctx.request.ip);
const ROUTES = [...HOSTED_ROUTES, routeOf('counted', counted)];

const start = (setup: Partial<ServiceSetup> = {}): Promise<RunningHost<FetchHandler>> =>
  startHost(createFetchHandler, (api) => toRequestListener((request) => api(request)), {
    routes: ROUTES,
    ...setup,
  });

const get = (path: string, init?: RequestInit) => new Request(`http://test${path}`, init);
const post = (body: unknown, headers: Record<string, string> = {}) => get('/api/items', json(body, headers));

/** A body of which a test says when its parts come, and which tells when nobody wants it any longer. */
function createBody(...arrived: string[]) {
  const encoder = new TextEncoder();
  const onCancel = vi.fn();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
      for (const text of arrived) given.enqueue(encoder.encode(text));
    },
    cancel: onCancel,
  });
  return {
    onCancel,
    send: (text: string) => controller.enqueue(encoder.encode(text)),
    end: () => controller.close(),
    fail: (error: Error) => controller.error(error),
    request: (headers: Record<string, string> = {}) =>
      get('/api/items', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: stream,
        duplex: 'half',
      } as RequestInit),
  };
}

const problem = procedure
  .meta({ openapi: openMeta('GET', '/problem').openapi })
  .output(z.string())
  .query(({ ctx }) => {
    ctx.response.headers['Content-Type'] = ['application/problem+json'];
    ctx.response.headers['Set-Cookie'] = ['a=1', 'b=2'];
    return 'problem';
  });

describe('An answer of the Fetch standard', () => {
  it('has the headers of a list, and no others of their names', async () => {
    const { api } = await start({ routes: [routeOf('problem', problem)] });
    const { headers } = await api(get('/api/problem'));
    expect([headers.get('Content-Type'), headers.getSetCookie()]).toEqual([
      'application/problem+json',
      ['a=1', 'b=2'],
    ]);
  });
});

const nextTurn = () => new Promise(setImmediate);

describe('A body of the Fetch standard', () => {
  it('is read part by part, with a length or without one', async () => {
    const { api } = await start();
    await api.ready();
    const text = '{"name":"\u00fc"}';
    for (const headers of [{}, { 'Content-Length': String(Buffer.byteLength(text)) }]) {
      const body = createBody('{"na');
      const answering = api(body.request(headers as Record<string, string>));
      await nextTurn();
      await nextTurn();
      body.send('me":"\u00fc"}');
      body.end();
      const response = await answering;
      expect([response.status, await response.text()]).toEqual([201, '"\u00fc"']);
    }
  });

  it.each([
    ['says that it is longer than may be', { 'Content-Length': '5000' }, ['{']],
    ['is longer than may be', {}, ['{"name":"', 'x'.repeat(200)]],
    ['comes longer than it says', { 'Content-Length': '5' }, ['{"name":"', 'x'.repeat(200)]],
  ])('that %s is refused and cancelled', async (_how, headers, parts) => {
    const { api } = await start({ config: { bodyLimit: 100 } });
    const body = createBody(...parts);
    expect((await api(body.request(headers as Record<string, string>))).status).toBe(413);
    expect(body.onCancel).toHaveBeenCalledOnce();
  });

  it('that its host has locked is refused, whatever it says of its length', async () => {
    const { api, listProblems } = await start({ config: { bodyLimit: 100 } });
    const body = createBody('{}');
    const request = body.request({ 'Content-Length': '5000' });
    request.body?.getReader();
    expect((await api(request)).status).toBe(413);
    expect(listProblems()).toEqual([]);
  });

  it('counts with what came in the first turn among the bodies on their way', async () => {
    const { api } = await start({ options: { awaitedBodies: { bytesPerAddress: 100 } } });
    await api.ready();
    const [first, second] = [createBody('x'.repeat(60)), createBody('y'.repeat(60))];
    const info = { address: '192.0.2.1' };
    const oldest = api(first.request(), info);
    await nextTurn();
    await nextTurn();
    const other = api(second.request(), info);
    expect((await oldest).status).toBe(429);
    expect(first.onCancel).toHaveBeenCalledOnce();
    second.end();
    expect((await other).status).toBe(400);
  });

  it('that breaks is that of a caller who has gone', async () => {
    const { api, listProblems } = await start();
    const body = createBody('{');
    const answering = api(body.request());
    await nextTurn();
    body.fail(new Error('The connection broke.'));
    expect((await answering).status).toBe(499);
    expect(listProblems()).toEqual([]);
  });

  it('that the host has read before is an error of the host', async () => {
    const { api, listProblems } = await start();
    const request = post({ name: 'x' });
    const copy = request.clone();
    await request.text();
    expect((await api(request)).status).toBe(500);
    expect(listProblems()).toMatchObject([
      { err: { message: expect.stringContaining('has already been read') } },
    ]);
    expect((await api(copy)).status).toBe(201);
  });

  it('may be any that a request takes', async () => {
    const { api } = await start();
    const text = '{"name":"x"}';
    const bodies = [text, Buffer.from(text), new Blob([text]), new Blob([text]).stream()];
    for (const body of bodies) {
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, duplex: 'half' };
      expect((await api(get('/api/items', init as RequestInit))).status).toBe(201);
    }
    const form = get('/api/items', { method: 'POST', body: new FormData() });
    expect((await api(form)).status).toBe(415);
    expect((await api(get('/api/items', { method: 'POST' }))).status).toBe(400);
  });

  it('of other values than bytes is an error of the host', async () => {
    const { api } = await start();
    const body = new ReadableStream<unknown>({
      start(controller) {
        for (const part of [Buffer.from('{"name":'), '"x"', Uint16Array.of(125)]) controller.enqueue(part);
        controller.close();
      },
    });
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, duplex: 'half' };
    expect((await api(get('/api/items', init as RequestInit))).status).toBe(500);
  });

  it('is left alone where nobody wants it', async () => {
    const { api } = await start();
    const body = createBody('{');
    const request = new Request('http://test/api/nothing', body.request());
    expect((await api(request)).status).toBe(404);
    expect(request.bodyUsed).toBe(false);
  });
});

describe('The address of a request of the Fetch standard', () => {
  const FORWARDED = { headers: { 'X-Forwarded-For': '203.0.113.7' } };
  const countWarnings = ({ lines }: RunningHost) =>
    lines.filter(({ msg }) => /all callers without credentials count as one/.test(String(msg))).length;

  it('is what the host hands over', async () => {
    const host = await start();
    const response = await host.api(get('/api/counted', FORWARDED), { address: '192.0.2.1' });
    expect([await response.text(), countWarnings(host)]).toEqual(['"192.0.2.1"', 0]);
  });

  it.each([
    ['nobody trusts a proxy', undefined],
    ['there is no proxy', 0],
    ['the proxies are named by their addresses', ['10.0.0.0/8']],
  ])('is unknown without one where %s, which the log says once', async (_why, trustProxy) => {
    const host = await start({ config: trustProxy === undefined ? {} : { trustProxy } });
    for (const info of [undefined, {}, { params: {} }, { address: undefined }, { address: 7 }]) {
      const response = await host.api(get('/api/counted', FORWARDED), info);
      expect(await response.text()).toBe('""');
    }
    expect(countWarnings(host)).toBe(1);
  });

  it('K-23 is needed to limit refused credentials: without it nobody locks others out', async () => {
    const { authenticator } = createAuthenticator();
    const host = await start({
      routes: READING_ROUTES,
      config: { authenticate: authenticator },
      credentials: { header: 'X-Token', prefix: '' },
      options: { rateLimiter: createMemoryRateLimiter() },
    });
    const statusOf = async (token: string, info?: { address: string }) =>
      (await host.api(get('/api/private', { headers: { 'X-Token': token } }), info)).status;
    for (let call = 0; call < 25; call++) expect(await statusOf('bad')).toBe(401);
    expect([await statusOf('ada'), countWarnings(host)]).toEqual([200, 1]);
    const known = { address: '192.0.2.1' };
    for (let call = 0; call < 20; call++) expect(await statusOf('bad', known)).toBe(401);
    expect([await statusOf('ada', known), await statusOf('ada')]).toEqual([429, 200]);
  });

  it('is what the proxies in front have written', async () => {
    const host = await start({ config: { trustProxy: 1 } });
    expect(await (await host.api(get('/api/counted', FORWARDED))).text()).toBe('"203.0.113.7"');
    const named = await start({ config: { trustProxy: ['10.0.0.0/8'] } });
    const response = await named.api(get('/api/counted', FORWARDED), { address: '10.1.2.3' });
    expect(await response.text()).toBe('"203.0.113.7"');
    expect([host, named].map(countWarnings)).toEqual([0, 0]);
  });
});

describe('The signal of a request of the Fetch standard', () => {
  it('aborts that of the handler', async () => {
    const { api, listProblems } = await start();
    const controller = new AbortController();
    const [waiting, aborted] = [once(handlers, 'waiting'), once(handlers, 'aborted')];
    const answering = api(get('/api/wait', { signal: controller.signal }));
    await waiting;
    controller.abort();
    expect((await aborted)[0]).toMatchObject({ code: 'CLIENT_CLOSED_REQUEST' });
    expect((await answering).status).toBe(499);
    expect(listProblems()).toEqual([]);
  });

  it('may be aborted before the handler asks for it', async () => {
    const { api } = await start();
    const aborted = once(handlers, 'aborted');
    const signal = AbortSignal.abort();
    const answering = api(get('/api/wait', { signal }));
    expect((await aborted)[0]).toMatchObject({ code: 'CLIENT_CLOSED_REQUEST' });
    expect((await answering).status).toBe(499);
  });

  it('may be aborted after the answer, as some hosts do', async () => {
    const { api, lines } = await start({ config: { accessLog: true } });
    const controller = new AbortController();
    const response = await api(get('/api/about/Ada', { signal: controller.signal }));
    controller.abort();
    expect((await response.json()).name).toBe('Ada');
    expect(lines).toMatchObject([{ msg: 'request', status: 200 }]);
  });
});

describe('The response of a fetch handler', () => {
  it.each([0, 1])(
    'that its host drops without a word, after %i chunks, keeps its stream no longer than answerTimeoutMs',
    async (count) => {
      const onEnd = vi.fn();
      const endless = procedure
        .meta({ openapi: openMeta('GET', '/endless').openapi })
        .output(eventStream(z.string()))
        .query(async function* () {
          try {
            for (;;) yield 'again';
          } finally {
            onEnd();
          }
        });
      // A poll lets time pass.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const { api } = await start({
        routes: [routeOf('endless', endless)],
        config: { answerTimeoutMs: 500, overload: { streamsPerCaller: 1 } },
      });
      const ask = () => api(get('/api/endless'), { address: '127.0.0.1' });
      const reader = (await ask()).body?.getReader();
      for (let turn = 0; turn < count; turn++) await reader?.read();
      expect((await ask()).status).toBe(429);
      await expect.poll(async () => (await ask()).status).toBe(200);
      expect(onEnd).toHaveBeenCalledOnce();
      await expect(reader?.read()).rejects.toThrow('Premature close');
    },
  );

  it('lets other work in between the items of a source that has all of them at once', async () => {
    let isLetIn = false;
    const many = procedure
      .meta({ openapi: openMeta('GET', '/many').openapi })
      .output(jsonLines(z.boolean()))
      .query(async function* () {
        setImmediate(() => {
          isLetIn = true;
        });
        for (let count = 0; count < 1_000; count++) yield isLetIn;
      });
    const { api } = await start({ routes: [routeOf('many', many)] });
    const lines = (await (await api(get('/api/many'))).text()).trim().split('\n');
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([1_000, 'false', 'true']);
  });

  it('is read to its end, however long its source is quiet', async () => {
    const quiet = procedure
      .meta({ openapi: openMeta('GET', '/quiet').openapi })
      .output(jsonLines(z.string()))
      .query(async function* () {
        yield 'first';
        await new Promise((resolve) => setTimeout(resolve, 300));
        yield 'last';
      });
    const { api } = await start({ routes: [routeOf('quiet', quiet)], config: { answerTimeoutMs: 50 } });
    expect(await (await api(get('/api/quiet'))).text()).toBe('"first"\n"last"\n');
  });

  it('has no body where there is none, and cookies one by one', async () => {
    const { api } = await start();
    const head = await api(get('/api/about/Ada', { method: 'HEAD' }));
    expect([head.status, head.body, Number(head.headers.get('content-length')) > 0]).toEqual([
      200,
      null,
      true,
    ]);
    const removed = await api(get('/api/items', { method: 'DELETE' }));
    expect([removed.status, removed.body, removed.headers.getSetCookie().length]).toEqual([204, null, 1]);
    const options = await api(get('/api/items', { method: 'OPTIONS' }));
    expect([options.status, options.body]).toEqual([204, null]);
    expect((await api(get('/api/cookies'))).headers.getSetCookie()).toHaveLength(3);
  });

  it('is a 404 for what is not of the API, and the page or probe under serves: "all"', async () => {
    const { api } = await start();
    const all = await start({ options: { serves: 'all' } });
    await all.api.ready();
    const ask = async (handler: FetchHandler, path: string) => (await handler(get(path))).status;
    expect([await ask(api, '/livez'), await ask(api, '/')]).toEqual([404, 404]);
    expect([await ask(all.api, '/livez'), await ask(all.api, '/readyz')]).toEqual([200, 200]);
    all.api.beginDrain();
    expect([await ask(all.api, '/readyz'), await ask(all.api, '/api/about/Ada')]).toEqual([503, 200]);
  });

  it('does not depend on the fragment of a URL', async () => {
    const { api } = await start();
    expect((await (await api(get('/api/about/Ada?x=1#there'))).json()).url).toBe('/api/about/Ada?x=1');
  });
});

describe('Two fetch handlers of the same routes', () => {
  it('have stores and ends of their own', async () => {
    const [one, other] = [await start(), await start()];
    await Promise.all([one.api.ready(), other.api.ready()]);
    await one.api.close();
    const statuses = [one, other].map(async ({ api }) => (await api(get('/api/about/Ada'))).status);
    expect(await Promise.all(statuses)).toEqual([503, 200]);
  });
});
