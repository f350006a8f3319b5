import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HOSTED_ROUTES, handlers } from './hosted-routes.js';
import { type Host, type RunningHost, stopHosts } from './start-host.js';
import { json, parseAnswer, request, type ServiceSetup, tableOf } from './start-service.js';

const CHUNKED = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
const MINE = ['X-Request-Id: mine'];
const NOT_FOUND = { success: false, message: 'Not found.' };
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

const listHeaders = (head = '') => head.split('\r\n').filter((line) => !line.startsWith('Date:'));

/** What every host promises, whatever it is. */
export function describeHost(host: Host): void {
  describe(host.name, () => {
    afterEach(stopHosts);
    const start = (setup: Partial<ServiceSetup> = {}): Promise<RunningHost> =>
      host.start({ routes: HOSTED_ROUTES, ...setup });

    it('answers a call, and tells the handler of the request', async () => {
      const { ask } = await start();
      const response = await ask('/api/about/a%20b?x=%2F', { headers: { 'X-Request-Id': 'mine' } });
      expect([response.status, response.headers.get('x-request-id')]).toEqual([200, 'mine']);
      expect(await response.json()).toEqual({
        name: 'a b',
        ip: '127.0.0.1',
        url: '/api/about/a%20b?x=%2F',
        isKoa: host.isKoa ?? false,
      });
    });

    it('answers HEAD with the head of GET', async () => {
      const { raw } = await start();
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map(async (method) =>
          parseAnswer(await raw(request(`${method} /api/about/Ada`, MINE))),
        ),
      );
      expect([head?.status, head?.body]).toEqual([200, '']);
      expect(listHeaders(head?.head)).toEqual(listHeaders(get?.head));
      expect(head?.head).toMatch(/^content-length: \d+/im);
    });

    it('answers OPTIONS, a method that a path has not, and a path that is not there', async () => {
      const { ask } = await start();
      const options = await ask('/api/items', { method: 'OPTIONS' });
      expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([
        204,
        'POST, DELETE, OPTIONS',
        '',
      ]);
      const put = await ask('/api/items', { method: 'PUT', body: '{}' });
      expect([put.status, put.headers.get('allow')]).toEqual([405, 'POST, DELETE, OPTIONS']);
      expect((await put.json()).success).toBe(false);
      for (const path of ['/api', '/api/', '/api/items/', '/api/nothing']) {
        const unknown = await ask(path);
        expect([unknown.status, await unknown.json()], path).toEqual([404, NOT_FOUND]);
      }
    });

    it('leaves other paths to its application', async () => {
      const { ask, lines } = await start();
      for (const path of ['/', '/apiary', '/about', '/livez.txt']) {
        const response = await ask(path);
        expect([response.status, await response.text()], path).toEqual([404, 'the host']);
      }
      expect(lines).toEqual([]);
    });

    it.each(['/v1', ''])('serves the API under the prefix "%s"', async (prefix) => {
      const { ask } = await start({ prefix });
      expect((await ask(`${prefix}/about/Ada`)).status).toBe(200);
      expect((await ask(`${prefix}/items`, json({ name: 'first' }))).status).toBe(201);
      expect((await ask(`${prefix}/items`, { method: 'PUT' })).status).toBe(405);
      expect(await (await ask('/elsewhere')).text()).toBe('the host');
    });

    it('sends a 204 without a body, a type or a length', async () => {
      const { raw } = await start();
      const { status, head, body } = parseAnswer(await raw(request('DELETE /api/items')));
      expect([status, body]).toEqual([204, '']);
      expect(head).not.toMatch(/^(content-type|content-length|transfer-encoding):/im);
      expect(head).toMatch(/set-cookie: removed=1; path=\/; httponly/i);
    });

    it('sends each cookie in a line of its own', async () => {
      const { ask } = await start();
      expect((await ask('/api/cookies')).headers.getSetCookie()).toEqual([
        'a=1',
        'b=2; path=/',
        'c=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; httponly',
      ]);
    });

    it('reads a body that comes byte by byte without a length', async () => {
      const { connect } = await start();
      const { socket, closed } = await connect(request('POST /api/items', CHUNKED));
      for (const byte of '{"name":"long"}') {
        socket.write(chunk(byte));
        await new Promise(setImmediate);
      }
      socket.write('0\r\n\r\n');
      expect(parseAnswer(await closed)).toMatchObject({ status: 201, body: '"long"' });
    });

    it('refuses a body that is empty, broken, compressed or of another type', async () => {
      const { ask, raw } = await start();
      expect(parseAnswer(await raw(request('POST /api/items', CHUNKED, '0\r\n\r\n'))).status).toBe(400);
      expect((await ask('/api/items', json(''))).status).toBe(400);
      expect((await ask('/api/items', json('{"name":'))).status).toBe(400);
      expect((await ask('/api/items', json(Buffer.from([0x22, 0xff, 0x22]) as never))).status).toBe(400);
      const gzip = { ...json({}, { 'Content-Encoding': 'gzip' }), body: gzipSync('{"name":"x"}') };
      expect((await ask('/api/items', gzip)).status).toBe(415);
      for (const type of [
        'text/plain',
        'application/json; charset=utf-16',
        'application/x-www-form-urlencoded',
      ])
        expect((await ask('/api/items', json({}, { 'Content-Type': type }))).status, type).toBe(415);
    });

    it('refuses a body that is too long, whether it says so or not', async () => {
      const { raw, listProblems } = await start({ config: { bodyLimit: 100 } });
      const long = `{"name":"${'x'.repeat(200)}"}`;
      const declared = ['Content-Type: application/json', `Content-Length: ${long.length}`];
      const answers = [
        await raw(request('POST /api/items', declared, long)),
        await raw(request('POST /api/items', CHUNKED, `${chunk(long)}0\r\n\r\n`)),
        // The rest never comes.
        await raw(request('POST /api/items', CHUNKED, chunk(long))),
      ];
      expect(answers.map((answer) => parseAnswer(answer).status)).toEqual([413, 413, 413]);
      expect(listProblems()).toEqual([]);
    });

    it('answers before a body has come that nobody wants', async () => {
      const { connect } = await start({ config: { bodyLimit: 100 } });
      const lines = ['Content-Type: application/json', 'Content-Length: 5000'];
      const { closed } = await connect(request('POST /api/nothing', lines, 'x'));
      expect(parseAnswer(await closed)).toMatchObject({ status: 404, body: JSON.stringify(NOT_FOUND) });
    });

    it('refuses a body that ends before its length, without a line in the log', async () => {
      const { connect, listProblems } = await start();
      const lines = ['Content-Type: application/json', 'Content-Length: 50'];
      const { socket, closed } = await connect(request('POST /api/items', lines, '{"name":"x"}'));
      await new Promise(setImmediate);
      socket.end();
      expect(await closed).not.toContain('201');
      await new Promise(setImmediate);
      expect(listProblems()).toEqual([]);
    });

    it('answers several requests of one connection in their order', async () => {
      const { raw } = await start();
      const first = request('GET /api/about/first').replace('Connection: close\r\n', '');
      const body = '{"name":"second"}';
      const lines = ['Content-Type: application/json', `Content-Length: ${body.length}`];
      const second = request('POST /api/items', lines, body).replace('Connection: close\r\n', '');
      const answer = await raw(first + second + request('GET /api/about/third'));
      expect(answer.match(/"(first|second|third)"/g)).toEqual(['"first"', '"second"', '"third"']);
    });

    it('aborts the signal of a handler whose caller goes away, and logs nothing of it', async () => {
      const { connect, listProblems } = await start();
      const waiting = once(handlers, 'waiting');
      const aborted = once(handlers, 'aborted');
      const { socket } = await connect(request('GET /api/wait'));
      await waiting;
      socket.destroy();
      expect((await aborted)[0]).toMatchObject({ code: 'CLIENT_CLOSED_REQUEST' });
      await new Promise(setImmediate);
      expect(listProblems()).toEqual([]);
    });

    it('answers what a handler throws, and logs it once', async () => {
      const { ask, listProblems } = await start();
      const response = await ask('/api/fail/unknown', { headers: { 'X-Request-Id': 'mine' } });
      expect([response.status, await response.json()]).toEqual([
        500,
        { success: false, message: 'Internal server error.' },
      ]);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(listProblems()).toMatchObject([{ level: 'error', requestId: 'mine', procedure: 'fail' }]);
    });

    it.each([
      ['refused', 409, 'Refused.'],
      ['foreign', 418, 'Foreign.'],
    ])(
      'sends the headers of an error that is %s as far as they are headers',
      async (how, status, message) => {
        const { ask } = await start();
        const response = await ask(`/api/fail/${how}`);
        expect([response.status, await response.json()]).toEqual([status, { success: false, message }]);
        const { headers } = response;
        expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
        expect([headers.get('retry-after'), headers.get('link')]).toEqual(['7', '<a>, <b>']);
        for (const name of ['x-null', 'x-undefined', 'x-broken', 'x-object', 'x-empty'])
          expect(headers.has(name), name).toBe(false);
      },
    );

    it('takes a list for no headers of an error', async () => {
      const { ask } = await start();
      const { status, headers } = await ask('/api/fail/list');
      expect([status, headers.has('0')]).toEqual([418, false]);
    });

    it('refuses calls with a 503 where its store cannot be opened', async () => {
      const { api, ask } = await start({ config: { store: 'file:/dev/null/store.json' } });
      await expect(api.ready()).rejects.toThrow();
      expect((await ask('/api/about/Ada')).status).toBe(503);
      await api.close();
    });

    it('waits for calls under way when it is closed, and refuses later ones', async () => {
      const { api, connect, ask } = await start();
      await api.ready();
      const waiting = once(handlers, 'waiting');
      const { socket } = await connect(request('GET /api/wait'));
      await waiting;
      const isClosed = vi.fn();
      const closing = api.close().then(isClosed);
      expect((await ask('/api/about/Ada')).status).toBe(503);
      expect(isClosed).not.toHaveBeenCalled();
      socket.destroy();
      await closing;
    });

    it.each(['/api/deaf', '/api/deaf/stream'])(
      'waits for %s, which does not end, no longer than until its deadline',
      async (path) => {
        const onStop = vi.fn();
        const { api, connect, listProblems } = await start({ config: { onStop } });
        await api.ready();
        const waiting = once(handlers, 'waiting');
        await connect(request(`GET ${path}`));
        await waiting;
        await api.close(50);
        expect(onStop).toHaveBeenCalledOnce();
        expect(listProblems()).toMatchObject([
          { calls: 1, msg: 'no longer waiting for handlers that are still running' },
        ]);
      },
    );

    it('counts the handlers of replaced routes among those that it leaves', async () => {
      const { api, connect, listProblems } = await start();
      await api.ready();
      for (let turn = 0; turn < 2; turn++) {
        const waiting = once(handlers, 'waiting');
        await connect(request('GET /api/deaf'));
        await waiting;
        await api.replaceRoutes(await tableOf({ routes: HOSTED_ROUTES }));
      }
      await api.close(50);
      expect(listProblems()).toMatchObject([{ calls: 2 }]);
    });

    it('serves other routes from the next request on', async () => {
      const { api, ask } = await start();
      await api.replaceRoutes(await tableOf({ routes: HOSTED_ROUTES.slice(1) }));
      expect((await ask('/api/about/Ada')).status).toBe(404);
      expect((await ask('/api/cookies')).status).toBe(200);
    });
  });
}
