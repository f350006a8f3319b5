import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { createAwaitedBodies } from '../../src/runtime/overload/awaited-bodies.js';
import { Refused } from '../../src/runtime/respond/fail.js';
import type { AwaitedBodyLimits } from '../../src/runtime/runtime-options.js';
import { openRaw, type RawConnection, watchReceived } from './support/raw-connection.js';
import { openMeta, quick, read } from './support/small-procedures.js';
import {
  json,
  parseAnswer,
  request,
  routeOf,
  type ServiceSetup,
  startService,
  stopServices,
} from './support/start-service.js';

afterAll(stopServices);

const OWING =
  'POST /api/read HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';
const BODY = JSON.stringify({ name: 'a' }).padEnd(100);

const start = (setup: Partial<ServiceSetup> = {}) =>
  startService({ routes: [routeOf('quick', quick), routeOf('read', read, { body: 'required' })], ...setup });

const statusOf = (connection: RawConnection) => parseAnswer(connection.read()).status;

describe('H-22 Bodies on their way', () => {
  it('of 2,000 connections from one address leave the others, and its own calls without a body, answered', async () => {
    const { url, http } = await start({
      config: { overload: { lagMs: 60_000 } },
      options: { awaitedBodies: { leastBytesPerWindow: 0 } },
      server: { requestTimeoutMs: 600_000 },
    });
    const received = watchReceived(http.server);
    const owing: RawConnection[] = [];
    for (let round = 0; round < 20; round++) {
      const opened = Array.from({ length: 100 }, () => openRaw(url, OWING, { from: '127.0.0.2' }));
      owing.push(...(await Promise.all(opened)));
    }
    await expect.poll(() => owing.filter((it) => it.read() !== '').length).toBe(1_800);
    for (const from of ['127.0.0.2', '127.0.0.3']) {
      const healthy = await openRaw(url, request('GET /api/quick'), { from });
      expect(parseAnswer(await healthy.closed).status).toBe(200);
    }
    const sent = request('POST /api/read', ['Content-Type: application/json', 'Content-Length: 100'], '');
    const other = await openRaw(url, sent, { from: '127.0.0.3' });
    await received(other, sent.length);
    other.socket.write(BODY);
    expect(parseAnswer(await other.closed).status).toBe(200);
    const { status, head, body } = parseAnswer(
      (owing.find((it) => it.read() !== '') as RawConnection).read(),
    );
    expect(status).toBe(429);
    expect(head).toMatch(/^Retry-After: 1$/m);
    expect(head).toMatch(/^Connection: close$/m);
    expect(JSON.parse(body)).toEqual({
      success: false,
      message: 'Too many requests. Try again in 1 seconds.',
    });
    for (const { socket } of owing) socket.destroy();
    const count = () => new Promise((resolve) => http.server.getConnections((_error, it) => resolve(it)));
    await expect.poll(count).toBe(0);
  });

  it('hold no place among the requests under way, and take one when they are complete', async () => {
    const entered: (() => void)[] = [];
    const wait = procedure
      .meta(openMeta('GET', '/wait'))
      .output(z.string())
      .query(() => new Promise<string>((resolve) => entered.push(() => resolve('done'))));
    const { url, ask, http } = await start({
      routes: [routeOf('wait', wait), routeOf('read', read, { body: 'required' })],
      config: { overload: { inFlight: 1, lagMs: 60_000 } },
    });
    const received = watchReceived(http.server);
    const [first, second] = [await openRaw(url, OWING), await openRaw(url, OWING)];
    for (const connection of [first, second]) await received(connection, OWING.length);
    const waiting = ask('/api/wait');
    await expect.poll(() => entered.length).toBe(1);
    first.socket.write(BODY);
    await expect.poll(() => statusOf(first)).toBe(503);
    expect(first.read()).toContain('Retry-After: 1');
    entered[0]?.();
    expect((await waiting).status).toBe(200);
    second.socket.write(BODY);
    await expect.poll(() => statusOf(second)).toBe(200);
    expect((await ask('/api/read', json({ name: 'a' }))).status).toBe(200);
    first.socket.destroy();
    second.socket.destroy();
  });

  it('are no more than the server takes: the address that has most gives way to one that has fewer', async () => {
    const { url, http } = await start({ options: { awaitedBodies: { most: 3, mostPerAddress: 2 } } });
    const received = watchReceived(http.server);
    const open = async (from: string) => {
      const connection = await openRaw(url, OWING, { from });
      await received(connection, OWING.length);
      return connection;
    };
    const [oldest, latest] = [await open('127.0.0.2'), await open('127.0.0.2')];
    const other = await open('127.0.0.3');
    const newcomer = await open('127.0.0.4');
    expect(parseAnswer(await oldest.closed).status).toBe(503);
    const greedy = await open('127.0.0.4');
    expect(parseAnswer(await greedy.closed).status).toBe(503);
    const late = await open('127.0.0.5');
    expect(parseAnswer(await latest.closed).status).toBe(503);
    for (const connection of [other, newcomer, late]) {
      expect(connection.read()).toBe('');
      connection.socket.write(BODY);
      await expect.poll(() => statusOf(connection)).toBe(200);
      connection.socket.destroy();
    }
  });

  it('are weighed: of bytes that wait for the rest of their body there are no more than an address may have, or all', async () => {
    const KIB = 1_024;
    const { url, http } = await start({
      options: { awaitedBodies: { bytes: 2_100 * KIB, bytesPerAddress: 1_100 * KIB } },
    });
    const received = watchReceived(http.server);
    const body = BODY.padEnd(500 * KIB);
    const head = OWING.replace('100', String(body.length));
    const open = async (from: string) => {
      const connection = await openRaw(url, head, { from });
      connection.socket.write(body.slice(1));
      await received(connection, head.length + body.length - 1);
      return connection;
    };
    const first = await open('127.0.0.2');
    const second = await open('127.0.0.2');
    const third = await open('127.0.0.2');
    expect(parseAnswer(await first.closed).status).toBe(429);
    const others = [await open('127.0.0.3'), await open('127.0.0.4')];
    const last = await open('127.0.0.5');
    expect(parseAnswer(await second.closed).status).toBe(503);
    for (const connection of [third, ...others, last]) {
      expect(connection.read()).toBe('');
      connection.socket.write(' ');
      await expect.poll(() => statusOf(connection)).toBe(400);
      connection.socket.destroy();
    }
  });

  it('that are larger than these limits arrive when they are the only one of their address', async () => {
    const { url, http } = await start({
      options: { awaitedBodies: { bytes: 1_000, bytesPerAddress: 1_000 } },
    });
    const received = watchReceived(http.server);
    const body = BODY.padEnd(200_000);
    const head = OWING.replace('100', String(body.length));
    const only = await openRaw(url, head);
    await received(only, head.length);
    only.socket.write(body.slice(0, 100_000));
    await received(only, head.length + 100_000);
    only.socket.write(body.slice(100_000));
    await expect.poll(() => statusOf(only)).toBe(200);
    only.socket.destroy();
  });

  it.each([
    ['with a length', 'Content-Length: 12', '{"name":"a"}'],
    ['in chunks', 'Transfer-Encoding: chunked', 'c\r\n{"name":"a"}\r\n0\r\n\r\n'],
  ])('are none where they arrive with their heads, %s', async (_what, header, body) => {
    const { raw } = await start({ options: { awaitedBodies: { most: 0, mostPerAddress: 0 } } });
    const answer = await raw(request('POST /api/read', ['Content-Type: application/json', header], body));
    expect(parseAnswer(answer).status).toBe(200);
  });

  it('that come slower than 1 KiB/s are a 408 that closes the connection, and those that are faster are not', async () => {
    const { url, lines } = await start();
    const slow = await openRaw(url, OWING.replace('100', '1000000'));
    const steady = await openRaw(url, OWING.replace('100', '200000'));
    const begin = performance.now();
    let sent = 0;
    // As much as is due by then, however late a busy machine comes.
    const feeding = setInterval(() => {
      const due = Math.floor((performance.now() - begin) / 100) * 300;
      slow.socket.write(' '.repeat((due - sent) * 0.3));
      steady.socket.write(' '.repeat(due - sent));
      sent = due;
    }, 100);
    const { status, head, body } = parseAnswer(await slow.closed);
    expect([status, JSON.parse(body)]).toEqual([
      408,
      { success: false, message: 'The request took too long.' },
    ]);
    expect(head).toMatch(/^Connection: close$/m);
    await sleep(1_000);
    clearInterval(feeding);
    expect(steady.read()).toBe('');
    steady.socket.write(BODY.padEnd(200_000 - sent));
    await expect.poll(() => statusOf(steady)).toBe(200);
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([]);
    steady.socket.destroy();
  });
});

describe('H-22 The looks at bodies on their way', () => {
  /** Bodies whose bytes and whose looks are the test's. */
  const createCase = (limits: AwaitedBodyLimits = {}) => {
    let tick: (() => void) | undefined;
    const bodies = createAwaitedBodies({
      limits: { leastBytesPerWindow: 50, ...limits },
      repeat(ticking) {
        tick = ticking;
        return () => {
          tick = undefined;
        };
      },
    });
    const begin = (address = '10.0.0.1') => {
      let end = () => {};
      let send = (_bytes: number) => {};
      let hold = (_isHeld: boolean) => {};
      const body = {
        isComplete: true,
        read(_limitBytes: number, onBytes: (count: number) => void) {
          send = onBytes;
          return new Promise<Buffer>((resolve) => {
            end = () => resolve(Buffer.from('read'));
          });
        },
      };
      const call = { exchange: { body }, address, gate: null, releasePlace() {} };
      const outcome = bodies
        .track(call as never, (weigh, setHeld) => {
          hold = setHeld;
          return body.read(1_000, weigh);
        })
        .then(String)
        .catch((thrown) => (thrown instanceof Refused ? thrown.refusal.status : thrown.message));
      return {
        send: (bytes: number) => send(bytes),
        hold: (isHeld: boolean) => hold(isHeld),
        outcome,
        end: () => end(),
      };
    };
    return { begin, look: () => tick?.(), isLooking: () => tick !== undefined };
  };

  it('find a body too slow in any five of them, however fast it was before', async () => {
    const { begin, look } = createCase();
    const body = begin();
    body.send(10_000);
    for (let count = 0; count < 20; count++) {
      body.send(10);
      look();
    }
    const slow = begin();
    for (let count = 0; count < 4; count++) {
      body.send(10);
      look();
    }
    slow.send(49);
    body.send(10);
    look();
    expect(await slow.outcome).toBe(408);
    body.end();
    expect(await body.outcome).toBe('read');
  });

  it('refuse a body that the server itself holds as an error of the server', async () => {
    const { begin, look } = createCase();
    const [held, released] = [begin(), begin()];
    held.hold(true);
    released.hold(true);
    released.hold(false);
    for (let count = 0; count < 5; count++) look();
    expect(await held.outcome).toBe('The received part of a body could not be stored for 5 s.');
    expect(await released.outcome).toBe(408);
  });

  it('refuse many slow bodies a few at a time, so that other callers come in between', async () => {
    const { begin, look } = createCase();
    const slow = Array.from({ length: 120 }, (_, index) => begin(`10.0.0.${index}`));
    let refused = 0;
    for (const { outcome } of slow) void outcome.then(() => (refused += 1));
    for (let count = 0; count < 5; count++) look();
    const counts = [];
    for (let turn = 0; turn < 4; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      counts.push(refused);
    }
    expect(Math.min(...counts)).toBeLessThanOrEqual(100);
    expect(counts.at(-1)).toBe(120);
    expect(await Promise.all(slow.map(({ outcome }) => outcome))).toEqual(Array(120).fill(408));
  });

  it('end when no body is on its way', async () => {
    const { begin, look, isLooking } = createCase();
    expect(isLooking()).toBe(false);
    const body = begin();
    expect(isLooking()).toBe(true);
    body.end();
    await body.outcome;
    look();
    expect(isLooking()).toBe(false);
    const next = begin();
    expect(isLooking()).toBe(true);
    next.end();
  });

  it('find room for a newcomer among the /64 networks of the /48 that has most', async () => {
    const { begin } = createCase({ most: 20 });
    const own = Array.from({ length: 3 }, (_, index) => begin(`10.0.0.${index}`));
    const site = Array.from({ length: 17 }, (_, index) => begin(`2001:db8:1:${index.toString(16)}::1`));
    const newcomers = ['10.0.1.1', '2001:db8:2::1', '2001:db8:1:ff::1'].map((address) => begin(address));
    for (const body of site.slice(0, 3)) expect(await body.outcome).toBe(503);
    for (const body of [...own, ...newcomers, ...site.slice(3)]) {
      body.end();
      expect(await body.outcome).toBe('read');
    }
  });

  it('of callers whose address nobody knows are limited as all are, and not as those of one', async () => {
    const { begin } = createCase({ bytesPerAddress: 100 });
    const bodies = Array.from({ length: 201 }, () => begin(''));
    for (const body of bodies.slice(-2)) body.send(80);
    for (const body of bodies) {
      body.end();
      expect(await body.outcome).toBe('read');
    }
  });

  it('give way where they weigh something, and not before those that do', async () => {
    const { begin } = createCase({ bytesPerAddress: 100, bytes: 100 });
    const light = Array.from({ length: 3 }, () => begin());
    const [oldest, newest] = [begin(), begin()];
    oldest.send(80);
    newest.send(80);
    expect(await oldest.outcome).toBe(429);
    const [first, second] = [begin(''), begin('')];
    first.send(15);
    second.send(15);
    expect(await newest.outcome).toBe(503);
    for (const body of [...light, first, second]) {
      body.end();
      expect(await body.outcome).toBe('read');
    }
  });

  it('count an IPv6 address by its /64', async () => {
    const { begin } = createCase();
    const bodies = Array.from({ length: 200 }, (_, index) => begin(`2001:db8::${index.toString(16)}`));
    expect(await begin('2001:db8::ffff').outcome).toBe(429);
    const other = begin('2001:db8:0:1::1');
    other.end();
    expect(await other.outcome).toBe('read');
    for (const body of bodies) body.end();
  });
});
