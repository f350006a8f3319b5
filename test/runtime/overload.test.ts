import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import Koa from 'koa';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { createLog, createRouter } from '../../src/runtime/index.js';
import { createGate } from '../../src/runtime/overload/create-gate.js';
import { TICK_MS, watchLoop } from '../../src/runtime/overload/watch-loop.js';
import { simulateLoad } from './support/simulate-load.js';
import {
  json,
  type RunningService,
  routeOf,
  startService,
  stopServices,
  tableOf,
  temporaryFolder,
} from './support/start-service.js';

afterAll(stopServices);

const LAG_MS = 250;
const SHORT_MS = LAG_MS / 10;

/** A watch whose time and turns are the test's. */
function createWatch() {
  const time = { now: 10_000, idleMs: 0 };
  let tick: (() => void) | undefined;
  const watch = watchLoop({
    lagMs: LAG_MS,
    clock: {
      now: () => time.now,
      readIdleMs: () => time.idleMs,
      repeat(ticking) {
        tick = ticking;
        return () => {
          tick = undefined;
        };
      },
    },
  });
  return {
    time,
    isLate: () => watch.isLate(),
    isTicking: () => tick !== undefined,
    tick: () => tick?.(),
    /** Somebody asks at the begin of a turn that takes so long; then somebody who is told whether the loop is late. */
    passTurn(ms: number, idleMs = 0): boolean {
      watch.isLate();
      time.now += ms;
      time.idleMs += idleMs;
      const isLate = watch.isLate();
      tick?.();
      return isLate;
    },
  };
}

/** Late twice within a second. */
function createOverloaded() {
  const created = createWatch();
  created.passTurn(TICK_MS + LAG_MS);
  expect(created.passTurn(TICK_MS + LAG_MS)).toBe(true);
  return created;
}

describe('H-17 The event loop', () => {
  it('is not late while its turns are short', () => {
    const { passTurn } = createWatch();
    for (let turn = 0; turn < 200; turn++) expect(passTurn(TICK_MS + (turn % LAG_MS))).toBe(false);
  });

  it('may be late once by less than a second, as by a burst of requests', () => {
    const { passTurn } = createWatch();
    expect(passTurn(TICK_MS + 999)).toBe(false);
    for (let passed = 0; passed < 1_000; passed += TICK_MS) expect(passTurn(TICK_MS)).toBe(false);
    expect(passTurn(TICK_MS + 999)).toBe(false);
  });

  it('is late the second time within a second, from the very millisecond on', () => {
    const { passTurn } = createWatch();
    passTurn(TICK_MS + LAG_MS);
    expect(passTurn(TICK_MS + LAG_MS - 1)).toBe(false);
    expect(passTurn(TICK_MS + LAG_MS)).toBe(true);
  });

  it('is late at once when it is four times as late', () => {
    expect(createWatch().passTurn(TICK_MS + 4 * LAG_MS)).toBe(true);
  });

  it('is not watched while nobody asks, and not late for who asks first', () => {
    const { time, isLate, isTicking, tick } = createWatch();
    expect(isTicking()).toBe(false);
    isLate();
    tick();
    expect(isTicking()).toBe(true);
    tick();
    expect(isTicking()).toBe(false);
    time.now += 60_000;
    expect([isLate(), isTicking()]).toEqual([false, true]);
  });
});

describe('H-17 While there is too much to do', () => {
  const passSecond = ({ passTurn }: ReturnType<typeof createWatch>, turnMs: number, idleMs: number) => {
    for (let passed = 0; passed < 1_100; passed += turnMs) passTurn(turnMs, idleMs);
  };

  it('a turn takes up requests a tenth as long, so that the refused need not wait either', () => {
    const { passTurn } = createOverloaded();
    expect(passTurn(TICK_MS + SHORT_MS - 1)).toBe(false);
    expect(passTurn(TICK_MS + SHORT_MS)).toBe(true);
  });

  it('it goes on for as long as somebody is refused and the loop has no rest', () => {
    const created = createOverloaded();
    for (let second = 0; second < 10; second++) passSecond(created, TICK_MS + SHORT_MS, 1);
    expect(created.passTurn(TICK_MS + SHORT_MS)).toBe(true);
  });

  it('it is over when the loop had a rest, whoever was refused', () => {
    const created = createOverloaded();
    passSecond(created, TICK_MS + SHORT_MS, 5);
    expect(created.passTurn(TICK_MS + SHORT_MS)).toBe(false);
  });

  it('it is over when nobody was refused for a second', () => {
    const created = createOverloaded();
    passSecond(created, TICK_MS, 0);
    passSecond(created, TICK_MS, 0);
    expect(created.passTurn(TICK_MS + SHORT_MS)).toBe(false);
  });
});

describe('H-17 At a processor that is simulated', () => {
  const forMs = 20_000;

  it.each([0.5, 1, 2, 5, 10, 20])(
    'twice as many requests as it can answer, of %d ms each, leave it nine tenths of its peak, and refusals come within 100 ms',
    (answerMs) => {
      const { goodput, refused, refusalMs } = simulateLoad({ answerMs, load: 2, forMs });
      expect(goodput).toBeGreaterThanOrEqual(0.9);
      expect(refused).toBeGreaterThan(0.3 * (forMs / answerMs));
      expect(refusalMs).toBeLessThanOrEqual(100);
    },
  );

  it.each([1, 1.1, 1.5, 4])('%d times as many are no worse', (load) => {
    const { goodput, refusalMs } = simulateLoad({ answerMs: 2, load, forMs });
    expect(goodput).toBeGreaterThanOrEqual(0.9);
    expect(refusalMs).toBeLessThanOrEqual(100);
  });

  it.each([0.5, 0.8, 0.95])('nobody is refused of %d times as many, however they come', (load) => {
    for (const answerMs of [0.5, 2, 5]) expect(simulateLoad({ answerMs, load, forMs }).refused).toBe(0);
  });
});

describe('H-17 Requests under way', () => {
  const createCase = (overload?: Parameters<typeof createGate>[0]['overload']) => {
    const clock = { now: 0 };
    const state = { isLate: false };
    const lines: unknown[] = [];
    const silent = () => {};
    const gate = createGate({
      overload,
      log: { debug: silent, info: silent, error: silent, warn: (fields: unknown) => void lines.push(fields) },
      now: () => clock.now,
      watch: { isLate: () => state.isLate, close: silent },
    });
    return { clock, state, lines, gate };
  };

  it('are as many as the configuration says, and one more when one has left', () => {
    const { gate } = createCase({ inFlight: 2 });
    expect([gate.admit(), gate.admit(), gate.admit()]).toEqual([true, true, false]);
    gate.leave();
    expect([gate.admit(), gate.admit()]).toEqual([true, false]);
  });

  it.each([undefined, true, { lagMs: 5 }])(
    'are 2,000 and become no more while the loop is late: %j',
    (overload) => {
      const { gate, state } = createCase(overload);
      state.isLate = true;
      expect(gate.admit()).toBe(false);
      state.isLate = false;
      for (let request = 0; request < 2_000; request++) expect(gate.admit()).toBe(true);
      expect(gate.admit()).toBe(false);
    },
  );

  it('are all taken up where nothing is to be refused', () => {
    const { gate, state } = createCase(false);
    state.isLate = true;
    for (let request = 0; request < 10_000; request++) expect(gate.admit()).toBe(true);
    gate.close();
  });

  it('that are refused are told of every ten seconds, with their number', () => {
    const { gate, clock, lines } = createCase({ inFlight: 1 });
    gate.admit();
    for (; clock.now <= 20_000; clock.now += 100) gate.admit();
    expect(lines).toEqual([
      { refused: 1, inFlight: 1 },
      { refused: 100, inFlight: 1 },
      { refused: 100, inFlight: 1 },
    ]);
  });
});

const openapi = (method: 'GET' | 'POST', path: string) => ({
  openapi: { enabled: true, tags: [], summary: '', method, path, protect: false },
});

/** A procedure whose calls wait until they are let go. */
function createWaiting() {
  let waiting: (() => void)[] = [];
  let runs = 0;
  const wait = procedure
    .meta(openapi('POST', '/wait'))
    .input(z.object({ text: z.string() }))
    .output(z.string())
    .mutation(async () => {
      runs += 1;
      await new Promise<void>((resolve) => waiting.push(resolve));
      return 'done';
    });
  return {
    route: routeOf('wait', wait, { body: 'required' }),
    readRuns: () => runs,
    release() {
      for (const resolve of waiting) resolve();
      waiting = [];
    },
  };
}

const busy = procedure
  .meta({ ...openapi('GET', '/busy'), rateLimit: false })
  .output(z.string())
  .query(() => {
    const end = performance.now() + 10;
    while (performance.now() < end);
    return 'done';
  });

/** Asks over connections that the server has taken up, so that all requests are read in one turn of its loop. */
async function askAtOnce(
  { http, url }: RunningService,
  path: string,
  count: number,
): Promise<readonly number[]> {
  const port = Number(new URL(url).port);
  const taken = new Promise<void>((resolve) => {
    let left = count;
    http.server.on('connection', () => {
      left -= 1;
      if (left === 0) resolve();
    });
  });
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  await Promise.all([taken, ...sockets.map((socket) => once(socket, 'connect'))]);
  const answers = sockets.map(async (socket) => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`);
    const [chunk] = await once(socket, 'data');
    socket.destroy();
    return Number(String(chunk).split(' ')[1]);
  });
  return Promise.all(answers);
}

describe('H-17 An overloaded server', () => {
  const { route, readRuns, release } = createWaiting();
  afterEach(release);

  it('refuses at once what is too much, and runs, counts and logs nothing of it', async () => {
    const errors: unknown[] = [];
    const { ask, lines } = await startService({
      routes: [route],
      config: {
        overload: { inFlight: 2 },
        locales: ['en', 'de'],
        cors: ['https://app.example.com'],
        onError: (error) => void errors.push(error),
      },
    });
    const send = (headers = {}) => ask('/api/wait', json({ text: 'x' }, headers));
    const underWay = [send(), send()];
    await expect.poll(readRuns).toBe(2);
    const refused = await send({ Origin: 'https://app.example.com', 'Accept-Language': 'de' });
    const { headers } = refused;
    expect([refused.status, headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '1',
      { success: false, message: 'Der Dienst ist nicht verfügbar.' },
    ]);
    expect(headers.get('x-request-id')).toMatch(/./);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    expect(headers.get('ratelimit')).toBeNull();
    for (const path of ['/livez', '/readyz', '/dashboard/sign-in']) {
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    }
    expect(readRuns()).toBe(2);

    release();
    expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual([200, 200]);
    const next = send();
    await expect.poll(readRuns).toBe(3);
    release();
    expect((await next).status).toBe(200);
    expect([errors, lines.map(({ level, msg }) => `${level} ${msg}`)]).toEqual([
      [],
      ['warn overloaded: requests are refused with a 503'],
    ]);
  });

  it('answers some and refuses the others while its event loop is late', async () => {
    const service = await startService({
      routes: [routeOf('busy', busy)],
      config: { overload: { lagMs: 20 } },
    });
    const statuses = await askAtOnce(service, '/api/busy', 50);
    const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
    expect([count(200) > 0, count(503) > 0, count(200) + count(503)]).toEqual([true, true, 50]);
    expect((await service.ask('/livez')).status).toBe(200);
  });

  it('refuses pipelined requests in their turn, and the connection lives', async () => {
    const { url } = await startService({
      routes: [routeOf('busy', busy)],
      config: { overload: { lagMs: 20 } },
    });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET /api/busy HTTP/1.1\r\nHost: test\r\n\r\n'.repeat(50));
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += chunk;
    });
    const readStatuses = () => received.match(/HTTP\/1\.1 \d+/g) ?? [];
    await expect.poll(() => readStatuses().length).toBe(50);
    expect(readStatuses()[0]).toBe('HTTP/1.1 200');
    expect(readStatuses()).toContain('HTTP/1.1 503');
    expect(received).not.toContain('Connection: close');
    socket.destroy();
  });

  it('refuses nothing where it is not to', async () => {
    const service = await startService({ routes: [routeOf('busy', busy)], config: { overload: false } });
    const statuses = await askAtOnce(service, '/api/busy', 50);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('is the same in an application of another make, whose own paths are not refused', async () => {
    const router = createRouter(
      await tableOf({ routes: [route] }),
      { overload: { inFlight: 1 } },
      { log: createLog({ level: 'silent' }), cwd: await temporaryFolder() },
    );
    const app = new Koa();
    app.use(router.routes() as unknown as Koa.Middleware);
    app.use((ctx) => {
      ctx.body = 'own';
    });
    const server = createServer(app.callback()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const before = readRuns();
    const first = fetch(`${url}/api/wait`, json({ text: 'x' }));
    await expect.poll(readRuns).toBe(before + 1);
    const refused = await fetch(`${url}/api/wait`, json({ text: 'x' }));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await refused.json()).success).toBe(false);
    expect(await (await fetch(`${url}/page`)).text()).toBe('own');
    release();
    expect((await first).status).toBe(200);
    server.closeAllConnections();
    server.close();
    await router.close();
  });
});
