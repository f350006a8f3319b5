import { Agent, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { openMeta, quick, read } from './support/small-procedures.js';
import { parseAnswer, request, routeOf, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

function startSlow() {
  const gates: (() => void)[] = [];
  const slow = procedure
    .meta(openMeta('GET', '/slow'))
    .output(z.string())
    .query(async () => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return 'slow';
    });
  return { gates, route: routeOf('slow', slow) };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}

describe('A server', () => {
  it.each([
    ['a bad request line', 'NONSENSE\r\n\r\n', 400],
    ['a header that is none', request('GET /api/quick', ['no colon here']), 400],
    ['headers that are too long', request('GET /api/quick', [`X-Long: ${'a'.repeat(20_000)}`]), 431],
    ['a URL that is too long', request(`GET /api/quick?${'a'.repeat(20_000)}`), 431],
    [
      'both Content-Length and Transfer-Encoding',
      request('POST /api/read', ['Content-Length: 3', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
      400,
    ],
    [
      'two Content-Lengths',
      request('POST /api/read', ['Content-Length: 3', 'Content-Length: 4'], 'abc'),
      400,
    ],
    [
      'a bad chunk',
      request('POST /api/read', ['Content-Type: application/json', 'Transfer-Encoding: chunked'], 'zz\r\n'),
      400,
    ],
    ['a fragment behind the path', request('GET /api/quick#a'), 400],
    ['a fragment in the query', request('GET /api/quick?a=1#b'), 400],
    ['a fragment outside of /api', request('GET /livez#a'), 400],
    ['a fragment in the absolute form', request('GET http://test/api/quick#a'), 400],
    ['no Host', 'GET /api/quick HTTP/1.1\r\n\r\n', 400],
    ['no Host and a body', 'POST /api/read HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc', 400],
    ['an expectation that it does not know', request('GET /api/quick', ['Expect: foo']), 417],
  ])('answers %s with an envelope and closes the connection', async (_what, bytes, expected) => {
    const { raw, ask } = await startService({
      routes: [routeOf('quick', quick), routeOf('read', read, { body: 'required' })],
    });
    const { status, head, body } = parseAnswer(await raw(bytes));
    expect([status, JSON.parse(body)]).toEqual([expected, { success: false, message: expect.any(String) }]);
    expect(head).toContain('Connection: close');
    expect(head).toContain('Content-Type: application/json; charset=utf-8');
    expect(head).toContain('X-Content-Type-Options: nosniff');
    expect(head).toContain('Cache-Control: no-store');
    expect(head).toMatch(/^X-Request-Id: [A-Za-z0-9._-]+$/m);
    expect((await ask('/api/quick')).status).toBe(200);
  });

  it('answers broken bytes once, however many of them follow while a request before them is answered', async () => {
    const { gates, route } = startSlow();
    const { url } = await startService({ routes: [route] });
    const warnings: string[] = [];
    const warn = (warning: Error) => warnings.push(warning.name);
    process.on('warning', warn);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk;
    });
    socket.write('GET /api/slow HTTP/1.1\r\nHost: test\r\n\r\nNONSENSE\r\n\r\n');
    await until(() => gates.length === 1);
    for (let count = 0; count < 30; count++) {
      socket.write('MORE NONSENSE\r\n\r\n');
      await sleep(1);
    }
    gates[0]?.();
    await new Promise((resolve) => socket.once('close', resolve));
    process.removeListener('warning', warn);
    expect(received.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    expect(warnings).toEqual([]);
  });

  it('asks for a Host in HTTP/1.1 only, and meets the expectation that it knows', async () => {
    const { raw } = await startService({
      routes: [routeOf('quick', quick), routeOf('read', read, { body: 'required' })],
    });
    expect(parseAnswer(await raw('GET /api/quick HTTP/1.0\r\n\r\n')).status).toBe(200);
    const headers = ['Expect: 100-continue', 'Content-Type: application/json', 'Content-Length: 12'];
    const received = await raw(request('POST /api/read', headers, '{"name":"a"}'));
    expect(received).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });

  it.each([
    ['without a key', 'POST /api/own', 12, 401],
    ['to no route', 'POST /api/none', 12, 404],
    ['with a body over the limit', 'POST /api/read', 2_000_000, 413],
  ])(
    'sends no 100 Continue to a request %s, whose body it leaves unread',
    async (_what, line, length, status) => {
      const { raw } = await startService({
        routes: [
          routeOf('read', read, { body: 'required' }),
          routeOf('own', read, { path: '/own', body: 'required', protect: true }),
        ],
      });
      const headers = ['Expect: 100-continue', 'Content-Type: application/json', `Content-Length: ${length}`];
      const received = await raw(request(line, headers));
      expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    },
  );

  it('does not count the time in which it withholds 100 Continue as that of a slow body', async () => {
    const { gates, route } = startSlow();
    const { raw } = await startService({ routes: [route], server: { requestTimeoutMs: 100 } });
    const received = raw(request('GET /api/slow', ['Expect: 100-continue', 'Content-Length: 2']));
    await until(() => gates.length === 1);
    await sleep(500);
    gates[0]?.();
    expect(await received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it('H-03 cuts off headers and bodies that do not come', async () => {
    const { raw } = await startService({
      routes: [routeOf('read', read, { body: 'required' })],
      server: { headersTimeoutMs: 100, requestTimeoutMs: 200 },
    });
    const body = ['Content-Type: application/json', 'Content-Length: 100'];
    const answers = await Promise.all([
      raw('GET /api/quick HTTP/1.1\r\nHost: test\r\n'),
      raw(request('POST /api/read', body, '{"name"')),
    ]);
    expect(answers.map((answer) => parseAnswer(answer).status)).toEqual([408, 408]);
  });

  it('H-05 is free of uploads that their callers gave up', async () => {
    const { http, app, url } = await startService({ routes: [routeOf('read', read, { body: 'required' })] });
    const port = Number(new URL(url).port);
    const sockets = await Promise.all(
      Array.from(
        { length: 200 },
        () =>
          new Promise<Socket>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => {
              const headers = ['Content-Type: application/json', 'Content-Length: 1000'];
              socket.write(request('POST /api/read', headers, '{"na'), () => resolve(socket));
            });
            socket.on('error', () => {});
          }),
      ),
    );
    await sleep(50);
    for (const socket of sockets) socket.destroy();
    await until(() => (http.server as unknown as { _connections: number })._connections === 0);
    await app.close();
  });
});

describe('Draining', () => {
  it('answers what was received, closes every connection, and takes no more', async () => {
    const { gates, route } = startSlow();
    const service = await startService({ routes: [route, routeOf('quick', quick)] });
    const agent = new Agent({ keepAlive: true });
    const port = Number(new URL(service.url).port);
    const ask = (path: string) =>
      new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
        httpRequest({ port, host: '127.0.0.1', path, agent }, (response) => {
          response.resume();
          response.on('end', () =>
            resolve({ status: response.statusCode, connection: response.headers.connection }),
          );
        })
          .on('error', reject)
          .end();
      });
    expect((await ask('/api/quick')).connection).toBe('keep-alive');
    const slow = Array.from({ length: 5 }, () => ask('/api/slow'));
    await until(() => gates.length === 5);

    const drained = service.http.drain(5_000);
    expect(await ask('/readyz')).toEqual({ status: 503, connection: 'close' });
    expect(await ask('/api/quick')).toEqual({ status: 200, connection: 'close' });
    for (const open of gates) open();
    for (const answer of await Promise.all(slow))
      expect(answer).toEqual({ status: 200, connection: 'close' });
    expect(await drained).toBe(true);
    await expect(ask('/api/quick')).rejects.toThrow('ECONNREFUSED');
    agent.destroy();
  });

  it('closes connections that ask for nothing', async () => {
    const service = await startService({ routes: [routeOf('quick', quick)] });
    const port = Number(new URL(service.url).port);
    const silent = connect(port, '127.0.0.1');
    const closed = new Promise<void>((resolve) => silent.on('close', () => resolve()));
    await new Promise<void>((resolve) => silent.on('connect', () => resolve()));
    silent.resume();
    expect(await service.http.drain(5_000)).toBe(true);
    await closed;
  });

  it('ends at its deadline, and says that it did', async () => {
    const { gates, route } = startSlow();
    const service = await startService({ routes: [route] });
    const requested = service.ask('/api/slow').catch(() => 'cut off');
    await until(() => gates.length === 1);
    expect(await service.http.drain(50)).toBe(false);
    expect(await requested).toBe('cut off');
    for (const open of gates) open();
  });

  it('is the same when asked for twice', async () => {
    const service = await startService({ routes: [routeOf('quick', quick)] });
    expect(await Promise.all([service.http.drain(), service.http.drain()])).toEqual([true, true]);
  });

  it('breaks no answer of callers who go on asking', async () => {
    for (let cycle = 0; cycle < 5; cycle++) {
      const service = await startService({ routes: [routeOf('quick', quick)] });
      const port = Number(new URL(service.url).port);
      const agent = new Agent({ keepAlive: true, maxSockets: 10 });
      const counts = { answered: 0, refused: 0, broken: 0 };
      let isOver = false;
      const ask = () =>
        new Promise<void>((resolve) => {
          httpRequest({ port, host: '127.0.0.1', path: '/api/quick', agent }, (response) => {
            response.on('data', () => {});
            response.on('end', () => {
              counts.answered += 1;
              resolve();
            });
            response.on('error', () => {
              counts.broken += 1;
              resolve();
            });
          })
            .on('error', (error: NodeJS.ErrnoException) => {
              counts[error.code === 'ECONNREFUSED' ? 'refused' : 'broken'] += 1;
              isOver = true;
              resolve();
            })
            .end();
        });
      const callers = Array.from({ length: 10 }, async () => {
        while (!isOver) await ask();
      });
      await until(() => counts.answered > 50);
      expect(await service.http.drain()).toBe(true);
      await Promise.all(callers);
      agent.destroy();
      expect(counts.broken).toBe(0);
    }
  });
});
