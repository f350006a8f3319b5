import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { createApp, createLog, createServer as createOwnServer } from '../../src/runtime/index.js';
import { openRaw, type RawConnection, watchCuts } from './support/raw-connection.js';
import { openMeta, quick } from './support/small-procedures.js';
import {
  request,
  routeOf,
  type ServiceSetup,
  startService,
  stopServices,
  tableOf,
  temporaryFolder,
} from './support/start-service.js';

const warnings: Error[] = [];
const onWarning = (warning: Error) => void warnings.push(warning);
process.on('warning', onWarning);
afterAll(stopServices);
afterAll(() => {
  process.off('warning', onWarning);
  expect(warnings.filter(({ name }) => name === 'MaxListenersExceededWarning')).toEqual([]);
});

const MIB = 1_048_576;
/** More than the system takes on the way to a caller who does not read. */
const LARGE_BYTES = 20 * MIB;
const ASK = 'GET /api/large HTTP/1.1\r\nHost: test\r\n\r\n';

function createLarge(bytes = LARGE_BYTES) {
  const text = 'x'.repeat(bytes);
  let runs = 0;
  const large = procedure
    .meta(openMeta('GET', '/large'))
    .output(z.string())
    .query(() => {
      runs += 1;
      return text;
    });
  return { route: routeOf('large', large), readRuns: () => runs };
}

const start = (setup: Partial<ServiceSetup> = {}) =>
  startService({ routes: [createLarge().route, routeOf('quick', quick)], ...setup });

const unread = { isReading: false };
/** A timeout that was not configured is 30 s. */
const BEFORE_DEFAULT = { timeout: 20_000 };

/**
 * How many bytes so many callers from 127.0.0.2 get, who read 10 MiB/s each: in a thread of their own, since the turns in which
 * the server makes its answers would hold them up.
 */
async function readBeside(url: string, count: number): Promise<number[]> {
  const worker = new Worker(
    `const { connect } = require('node:net');
    const { parentPort, workerData: { port, ask, count } } = require('node:worker_threads');
    const read = () => new Promise((resolve) => {
      let bytes = 0;
      const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
      socket.on('data', (chunk) => {
        if ((bytes % ${MIB}) + chunk.length >= ${MIB}) {
          socket.pause();
          setTimeout(() => socket.resume(), 100);
        }
        bytes += chunk.length;
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(bytes));
      socket.write(ask);
    });
    Promise.all(Array.from({ length: count }, read)).then((all) => parentPort.postMessage(all));`,
    { eval: true, workerData: { port: new URL(url).port, ask: request('GET /api/large'), count } },
  );
  const [bytes] = await once(worker, 'message');
  return bytes;
}

/** Pauses after each MiB, so that a busy machine adds little to the time that it takes. */
function readSlowly({ socket }: RawConnection): void {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes < MIB) return;
    bytes = 0;
    socket.pause();
    setTimeout(() => socket.resume(), 60);
  });
}

describe('H-21 An answer that its caller does not read', () => {
  it('is cut off when it has made no progress for answerTimeoutMs, and logged with its request id', async () => {
    const { url, lines, ask, http } = await start({ config: { answerTimeoutMs: 300 } });
    const isCut = watchCuts(http.server);
    const begin = performance.now();
    const stuck = await openRaw(url, ASK.replace('Host', 'X-Request-Id: stuck-1\r\nHost'), unread);
    await expect.poll(() => isCut(stuck), BEFORE_DEFAULT).toBe(true);
    expect(performance.now() - begin).toBeGreaterThan(290);
    const line = lines.find(
      ({ msg }) => msg === 'responses were cut off because their callers did not read them',
    );
    expect(line).toMatchObject({
      level: 'warn',
      count: 1,
      last: {
        cause: 'timeout',
        address: '127.0.0.1',
        procedure: 'large',
        path: '/api/large',
        requestId: 'stuck-1',
      },
    });
    expect((await ask('/api/quick')).status).toBe(200);
  });

  it('goes on for as long as its caller reads, however slowly and however long', async () => {
    const { url } = await start({ config: { answerTimeoutMs: 1_000 } });
    const slow = await openRaw(url, request('GET /api/large'));
    readSlowly(slow);
    const begin = performance.now();
    expect((await slow.closed).length).toBeGreaterThan(LARGE_BYTES);
    expect(performance.now() - begin).toBeGreaterThan(1_000);
  });

  it('is cut off too where it is a stream, or comes from middleware beside the API', async () => {
    const endless = procedure
      .meta(openMeta('GET', '/endless'))
      .output(z.void())
      .query(({ ctx }) => {
        const body = new PassThrough();
        const fill = () => {
          while (body.write('x'.repeat(65_536)));
        };
        body.on('drain', fill);
        fill();
        if (ctx.koa) ctx.koa.body = body;
      });
    const app = createApp(
      await tableOf({ routes: [routeOf('endless', endless)] }),
      { answerTimeoutMs: 300 },
      { log: createLog({ level: 'silent' }), cwd: await temporaryFolder() },
    );
    app.use((ctx) => {
      ctx.body = Buffer.alloc(LARGE_BYTES);
    });
    const { server, listen, drain } = createOwnServer(app);
    const isCut = watchCuts(server);
    const url = `http://127.0.0.1:${(await listen(0, '127.0.0.1')).port}`;
    const stuck = await Promise.all([
      openRaw(url, ASK.replace('large', 'endless'), unread),
      openRaw(url, ASK.replace('api/large', 'page'), unread),
    ]);
    await expect.poll(() => stuck.every(isCut), BEFORE_DEFAULT).toBe(true);
    await drain();
    await app.close();
  });

  it('is not one that has nothing to send yet', async () => {
    let body = new PassThrough();
    const events = procedure
      .meta(openMeta('GET', '/events'))
      .output(z.void())
      .query(({ ctx }) => {
        body = new PassThrough();
        body.write('one');
        if (ctx.koa) ctx.koa.body = body;
      });
    const { url } = await start({
      routes: [routeOf('events', events)],
      config: { answerTimeoutMs: 100 },
      host: 'koa',
    });
    const stream = await openRaw(url, request('GET /api/events'));
    await expect.poll(() => stream.read()).toContain('one');
    await sleep(500);
    body.end('two');
    expect(await stream.closed).toContain('two');
  });
});

describe('H-21 Bytes that wait to be read', () => {
  it('of eight connections that never read are cut down, and a caller who reads gets all of an answer', async () => {
    const { route, readRuns } = createLarge();
    const { url, http } = await start({ routes: [route], config: { answerTimeoutMs: 600_000 } });
    const isCut = watchCuts(http.server);
    const stuck = await Promise.all(
      Array.from({ length: 8 }, () => openRaw(url, ASK, { from: '127.0.0.2', ...unread })),
    );
    await expect.poll(readRuns).toBe(8);
    const countOpen = () => stuck.filter((it) => !isCut(it)).length;
    await expect.poll(countOpen).toBe(1);
    const reading = await openRaw(url, request('GET /api/large'), { from: '127.0.0.3' });
    expect((await reading.closed).length).toBeGreaterThan(LARGE_BYTES);
    // The last one of an address has a few seconds to go on reading.
    await expect.poll(countOpen).toBe(0);
  });

  it('count together with the answers that wait behind them on their connection', async () => {
    const { route, readRuns } = createLarge(MIB);
    const { url, ask, http } = await start({ routes: [route, routeOf('quick', quick)] });
    const isCut = watchCuts(http.server);
    const stuck = await openRaw(url, ASK.repeat(200), unread);
    await expect.poll(() => isCut(stuck)).toBe(true);
    expect(readRuns()).toBeLessThan(30);
    expect((await ask('/api/quick')).status).toBe(200);
  });

  it('of all addresses together are limited by those of the address that has most', async () => {
    const { route, readRuns } = createLarge();
    const limits = { bytes: 50 * MIB, bytesPerAddress: 1_000 * MIB };
    const { url, http } = await start({ routes: [route], server: { unreadAnswers: limits } });
    const isCut = watchCuts(http.server);
    const small = await openRaw(url, ASK, { from: '127.0.0.2', ...unread });
    await expect.poll(readRuns).toBe(1);
    const many = await Promise.all(
      Array.from({ length: 5 }, () => openRaw(url, ASK, { from: '127.0.0.3', ...unread })),
    );
    await expect.poll(readRuns).toBe(6);
    await expect.poll(() => many.filter(isCut).length).toBe(4);
    expect(isCut(small)).toBe(false);
    for (const { socket } of [small, ...many]) socket.destroy();
  });

  it('of a whole IPv6 network are limited together before those of one address that has more', async () => {
    const large = createLarge();
    const larger = createLarge(30 * MIB);
    const { url, http } = await start({
      routes: [large.route, { ...larger.route, name: 'larger', path: '/larger' }],
      config: { trustProxy: 1 },
      server: { unreadAnswers: { bytes: 70 * MIB, bytesPerAddress: 1_000 * MIB } },
    });
    const isCut = watchCuts(http.server);
    const ask = (address: string, path = 'large') =>
      openRaw(url, ASK.replace('Host', `X-Forwarded-For: ${address}\r\nHost`).replace('large', path), unread);
    const other = await ask('192.0.2.1', 'larger');
    await expect.poll(larger.readRuns).toBe(1);
    const network = await Promise.all([1, 2, 3].map((subnet) => ask(`2001:db8:0:${subnet}::1`)));
    await expect.poll(() => network.filter(isCut).length).toBe(1);
    expect(isCut(other)).toBe(false);
    for (const { socket } of [other, ...network]) socket.destroy();
  });

  it('of callers who read them side by side are no reason to cut one off, however many there are', async () => {
    const { url } = await start({ routes: [createLarge(10 * MIB).route] });
    for (const bytes of await readBeside(url, 5)) expect(bytes).toBeGreaterThan(10 * MIB);
  });

  it('count together with what pipelined requests take in memory, however short their answers are', async () => {
    const wait = procedure
      .meta(openMeta('GET', '/wait'))
      .output(z.string())
      .query(({ ctx }) => new Promise((resolve) => ctx.signal.addEventListener('abort', () => resolve(''))));
    const { url, http } = await start({
      routes: [routeOf('wait', wait)],
      server: { unreadAnswers: { bytesPerAddress: 2 * MIB } },
    });
    const isCut = watchCuts(http.server);
    const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`;
    const few = await openRaw(url, ask('/api/wait') + ask('/api/none').repeat(100), { from: '127.0.0.2' });
    const many = await openRaw(url, ask('/api/wait') + ask('/api/none').repeat(1_000));
    await expect.poll(() => isCut(many)).toBe(true);
    expect(isCut(few)).toBe(false);
    few.socket.destroy();
  });

  it('are those of the caller whom a trusted proxy names', async () => {
    const { route, readRuns } = createLarge();
    const { url, http } = await start({ routes: [route], config: { trustProxy: 1 } });
    const isCut = watchCuts(http.server);
    const ask = (address: string) =>
      openRaw(url, ASK.replace('Host', `X-Forwarded-For: ${address}\r\nHost`), unread);
    const stuck = await Promise.all(['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(ask));
    await expect.poll(readRuns).toBe(3);
    await sleep(300);
    expect(stuck.map(isCut)).toEqual([false, false, false]);
    for (const { socket } of stuck) socket.destroy();
  });
});

describe('H-21 The overload gate', () => {
  it('counts a call until its answer is written', async () => {
    const { url, ask } = await start({ config: { overload: { inFlight: 1, lagMs: 60_000 } } });
    const stuck = await openRaw(url, ASK, unread);
    await expect.poll(async () => (await ask('/api/quick')).status).toBe(503);
    stuck.socket.destroy();
    await expect.poll(async () => (await ask('/api/quick')).status).toBe(200);
  });

  it('gives all answers of a connection that nobody reads a single place', async () => {
    const { route, readRuns } = createLarge(6 * MIB);
    const { url, ask } = await start({
      routes: [route, routeOf('quick', quick)],
      config: { overload: { inFlight: 10, lagMs: 60_000 } },
      server: { unreadAnswers: { bytes: 1_000 * MIB, bytesPerAddress: 1_000 * MIB } },
    });
    const stuck = await openRaw(url, ASK.repeat(10), unread);
    await expect.poll(readRuns).toBe(10);
    expect((await ask('/api/quick')).status).toBe(200);
    stuck.socket.destroy();
  });

  it('gives those of one address a tenth of its places, and those of all addresses half', async () => {
    const { route, readRuns } = createLarge(6 * MIB);
    const entered: (() => void)[] = [];
    const wait = procedure
      .meta(openMeta('GET', '/wait'))
      .output(z.string())
      .query(() => new Promise<string>((resolve) => entered.push(() => resolve('done'))));
    const { url, ask } = await start({
      routes: [route, routeOf('wait', wait), routeOf('quick', quick)],
      config: { overload: { inFlight: 10, lagMs: 60_000 } },
      server: { unreadAnswers: { bytes: 1_000 * MIB, bytesPerAddress: 1_000 * MIB } },
    });
    const stuck: RawConnection[] = [];
    const hold = async (count: number, from: (index: number) => string) => {
      const before = readRuns();
      for (let index = 0; index < count; index++) {
        stuck.push(await openRaw(url, ASK, { from: from(index), ...unread }));
        await expect.poll(readRuns).toBe(before + index + 1);
      }
    };
    /** How many places are free, told by taking them. */
    const countPlaces = async () => {
      let refused = 0;
      const waiting = Array.from({ length: 11 }, async () => {
        const { status } = await ask('/api/wait');
        if (status === 503) refused += 1;
      });
      await expect.poll(() => entered.length + refused).toBe(11);
      const taken = entered.length;
      for (const end of entered.splice(0)) end();
      await Promise.all(waiting);
      return taken;
    };
    await hold(4, () => '127.0.0.2');
    expect(await countPlaces()).toBe(9);
    await hold(8, (index) => `127.0.1.${index + 1}`);
    expect(await countPlaces()).toBe(5);
    for (const { socket } of stuck) socket.destroy();
    await expect.poll(countPlaces).toBe(10);
  });

  it('tells an answer once that its connection closed, also when it waited for its turn before', async () => {
    let endFirst = () => {};
    let closes: number | undefined;
    const first = procedure
      .meta(openMeta('GET', '/first'))
      .output(z.string())
      .query(
        () =>
          new Promise<string>((resolve) => {
            endFirst = () => resolve('first');
          }),
      );
    const second = procedure
      .meta(openMeta('GET', '/second'))
      .output(z.string())
      .query(({ ctx }) => {
        closes = 0;
        ctx.koa?.res.on('close', () => {
          closes = (closes ?? 0) + 1;
        });
        return new Promise<string>(() => {});
      });
    const { url } = await start({
      routes: [routeOf('first', first), routeOf('second', second)],
      host: 'koa',
    });
    const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`;
    const pipelined = await openRaw(url, ask('/api/first') + ask('/api/second'));
    await expect.poll(() => closes).toBe(0);
    endFirst();
    await expect.poll(() => pipelined.read()).toContain('first');
    pipelined.socket.destroy();
    await expect.poll(() => closes).not.toBe(0);
    await sleep(50);
    expect(closes).toBe(1);
  });

  it.each(['createServer', 'a server of its host'])(
    'gets back the places of requests whose connection closes before their turn, under %s',
    async (host) => {
      const signals: AbortSignal[] = [];
      const wait = procedure
        .meta(openMeta('GET', '/wait'))
        .output(z.string())
        .query(({ ctx }) => {
          signals.push(ctx.signal);
          return new Promise<string>((_resolve, reject) => {
            ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason));
          });
        });
      const service = await start({
        routes: [routeOf('wait', wait), routeOf('quick', quick)],
        // Two that wait, and one place for those behind them.
        config: { overload: { inFlight: 3, lagMs: 60_000 } },
      });
      const own = createServer(service.app.callback()).listen(0, '127.0.0.1');
      await new Promise((resolve) => own.once('listening', resolve));
      const url =
        host === 'createServer' ? service.url : `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
      const [first, queued] = ['/api/wait', '/api/quick'].map(
        (path) => `GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`,
      ) as [string, string];
      const pipelined = await openRaw(url, first + first + queued + queued);
      await expect.poll(async () => (await fetch(`${url}/api/quick`)).status).toBe(503);
      pipelined.socket.destroy();
      await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true, true]);
      const all = Array.from({ length: 3 }, () => openRaw(url, first));
      await Promise.all(all);
      await expect.poll(() => signals.length).toBe(5);
      own.closeAllConnections();
      own.close();
    },
  );
});
