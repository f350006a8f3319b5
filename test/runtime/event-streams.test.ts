import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  bearer,
  type RunningService,
  type ServiceSetup,
  startService,
  stopServices,
} from './support/start-service.js';
import { readStream, type StreamReader } from './support/stream-reader.js';
import { type StreamScript, scriptStreams } from './support/streaming-routes.js';

afterAll(stopServices);

interface Streaming extends RunningService, Pick<StreamScript, 'runs' | 'countOpen' | 'release'> {
  /** Lets so many ticks of the streams' timer pass. */
  tick(count: number): void;
  /** How many timers of streams there are. */
  countTimers(): number;
  open(path: string, init?: RequestInit): Promise<StreamReader>;
}

async function startStreaming(setup: Omit<ServiceSetup, 'routes'> = {}): Promise<Streaming> {
  const script = scriptStreams();
  const ticks = new Set<() => void>();
  const service = await startService({
    ...setup,
    routes: script.routes,
    options: {
      ...setup.options,
      repeatTick(tick) {
        ticks.add(tick);
        return () => void ticks.delete(tick);
      },
    },
  });
  return Object.assign(service, {
    ...script,
    countTimers: () => ticks.size,
    tick(count: number) {
      for (let index = 0; index < count; index++) for (const tick of ticks) tick();
    },
    open: async (path: string, init?: RequestInit) => readStream(await service.ask(path, init)),
  });
}

const END = 'event: end\ndata: {"success":true}\n\n';

describe('an output of eventStream()', () => {
  it('is sent as Server-Sent Events with their ids, each less what its schema does not name, and an end', async () => {
    const { ask } = await startStreaming();
    const response = await ask('/api/events/two');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(`id: a-1\ndata: {"n":1}\n\ndata: {"n":2}\n\n${END}`);
  });

  it('H-10: is kept, changed and collected by nothing on its way', async () => {
    const { ask } = await startStreaming();
    const { headers } = await ask('/api/events/two');
    expect(headers.get('content-type')).toBe('text/event-stream');
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-length')).toBeNull();
  });

  it('H-08: answers HEAD with its headers alone and begins nothing', async () => {
    const { ask, runs } = await startStreaming();
    const response = await ask('/api/events/waiting', { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(await response.text()).toBe('');
    expect(runs).toEqual([]);
  });

  it('may be over before it began', async () => {
    const { ask } = await startStreaming();
    expect(await (await ask('/api/events/nothing')).text()).toBe(END);
  });

  it('has the headers that the handler sets before its first event, in the place of its own', async () => {
    const { ask } = await startStreaming();
    const { headers } = await ask('/api/headed');
    expect([headers.get('x-channel'), headers.get('cache-control')]).toEqual(['news', 'no-cache']);
  });

  it('is no stream with a status of 204, which tells a browser not to come back', async () => {
    const { ask } = await startStreaming();
    const response = await ask('/api/over');
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('hands the id of the last event that the caller has to the handler', async () => {
    const { ask, runs } = await startStreaming();
    await (await ask('/api/events/two', { headers: { 'Last-Event-ID': 'a-7' } })).text();
    await (await ask('/api/events/two')).text();
    expect(runs.map(({ lastEventId }) => lastEventId)).toEqual(['a-7', null]);
  });

  it('begins without an event after a moment, and sends a heartbeat after 15 s without one', async () => {
    const { open, tick, runs } = await startStreaming();
    const opening = open('/api/events/silent');
    await expect.poll(() => runs.length).toBe(1);
    tick(2);
    const stream = await opening;
    expect(await stream.next()).toBe(':');
    const pieces = stream.next();
    tick(59);
    tick(1);
    expect(await pieces).toBe(':');
    await stream.leave();
  });

  it('needs no heartbeat while there are events, and has no timer while there is no stream', async () => {
    const { open, tick, countTimers, countOpen } = await startStreaming();
    expect(countTimers()).toBe(0);
    const stream = await open('/api/events/waiting');
    expect(await stream.next()).toContain('{"n":1}');
    tick(59);
    expect(countTimers()).toBe(1);
    await stream.leave();
    await expect.poll(() => [countOpen(), countTimers()]).toEqual([0, 0]);
  });

  it('is asked for no more than the caller takes', async () => {
    const { ask, runs } = await startStreaming({ config: { answerTimeoutMs: 600_000 } });
    const response = await ask('/api/events/endless');
    await expect.poll(() => runs[0]?.produced).toBeGreaterThan(10);
    let before: number | undefined;
    const isStill = () => {
      const last = before;
      before = runs[0]?.produced;
      return before === last;
    };
    await expect.poll(isStill).toBe(true);
    await response.body?.cancel();
    await expect.poll(() => runs[0]?.isOver).toBe(true);
  });

  it('is one call for the rate limit, however many events it has', async () => {
    const { ask } = await startStreaming({
      config: { rateLimits: { QUERY: { limit: 2, windowMs: 60_000 } } },
    });
    const statuses: number[] = [];
    for (let count = 0; count < 3; count++) {
      const response = await ask('/api/limited');
      statuses.push(response.status);
      await response.text();
    }
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('what goes wrong in a stream', () => {
  it.each([
    ['refused', 404, 'No such channel.'],
    ['broken', 500, 'Internal server error.'],
    ['unfit', 500, 'Internal server error.'],
  ])('H-09: before its first event, as in "%s", is a failure in JSON', async (form, status, message) => {
    const { ask, lines, countTimers } = await startStreaming();
    const response = await ask(`/api/events/${form}`);
    expect([response.status, await response.json()]).toEqual([status, { success: false, message }]);
    expect(lines.filter(({ level }) => Number(level) >= 50 || level === 'error')).toHaveLength(
      status === 500 ? 1 : 0,
    );
    await expect.poll(countTimers).toBe(0);
  });

  it.each([
    ['failing', 409, 'The channel was closed.'],
    ['breaking', 500, 'Internal server error.'],
    ['later unfit', 500, 'Internal server error.'],
    ['undefined', 500, 'Internal server error.'],
  ])('H-09: after it, as in "%s", is the last event, without internals', async (form, status, message) => {
    const { ask, lines, countOpen } = await startStreaming();
    const response = await ask(`/api/events/${form}`);
    const failure = JSON.stringify({ success: false, status, message });
    expect(await response.text()).toBe(`id: a-1\ndata: {"n":1}\n\nevent: error\ndata: ${failure}\n\n`);
    expect(lines.filter(({ msg }) => msg === 'request failed')).toHaveLength(status === 500 ? 1 : 0);
    expect(countOpen()).toBe(0);
  });

  it('is an output that is no async iterable', async () => {
    const { ask, lines } = await startStreaming();
    expect((await ask('/api/list')).status).toBe(500);
    expect(JSON.stringify(lines)).toContain('not an async iterable');
  });
});

describe('the caller of a stream who goes away', () => {
  it.each(['waiting', 'rejecting'])('ends the handler, and aborts its signal: %s', async (form) => {
    const { open, runs, lines, countTimers } = await startStreaming();
    const stream = await open(`/api/events/${form}`);
    await stream.next();
    await stream.leave();
    await expect.poll(() => runs[0]?.isOver).toBe(true);
    expect(runs[0]?.signal.aborted).toBe(true);
    await expect.poll(countTimers).toBe(0);
    expect(lines.filter(({ level }) => level === 'error' || Number(level) >= 50)).toEqual([]);
  });

  it('is one who gets a failure in its place: the handler ends, and its signal is aborted', async () => {
    const { ask, runs, tick } = await startStreaming();
    const answer = ask('/api/unsendable');
    await expect.poll(() => runs.length).toBe(1);
    tick(2);
    expect((await answer).status).toBe(500);
    await expect.poll(() => runs[0]).toMatchObject({ isOver: true, signal: { aborted: true } });
  });

  it('leaves nothing behind: a thousand of them', async () => {
    const { ask, countOpen, countTimers, http } = await startStreaming();
    const before = process.getActiveResourcesInfo().length;
    for (let round = 0; round < 20; round++) {
      await Promise.all(
        Array.from({ length: 50 }, async () => {
          const gone = new AbortController();
          const response = await ask('/api/events/waiting', { signal: gone.signal });
          await response.body?.getReader().read();
          gone.abort();
        }),
      );
    }
    await expect.poll(() => [countOpen(), countTimers()]).toEqual([0, 0]);
    const connections = () =>
      new Promise((resolve) => http.server.getConnections((_, count) => resolve(count)));
    await expect.poll(connections).toBe(0);
    await expect.poll(() => process.getActiveResourcesInfo().length).toBeLessThanOrEqual(before + 5);
  });
});

describe('H-17, H-21: the overload gate', () => {
  it('has no place that an open stream holds', async () => {
    const { open, ask } = await startStreaming({ config: { overload: { inFlight: 2 } } });
    const streams: StreamReader[] = [];
    for (let count = 0; count < 5; count++) {
      const stream = await open('/api/events/waiting');
      await stream.next();
      streams.push(stream);
    }
    expect((await ask('/api/plain')).status).toBe(200);
    for (const stream of streams) await stream.leave();
  });
});

describe('H-22: the number of open streams', () => {
  const overload = { streams: 8, streamsPerCaller: 3 };
  const config = { overload, trustProxy: 1 };
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

  async function openStreams(
    { open }: Streaming,
    count: number,
    init: RequestInit,
    path = '/api/events/waiting',
  ) {
    const streams: StreamReader[] = [];
    for (let index = 0; index < count; index++) {
      const stream = await open(path, init);
      expect(stream.response.status).toBe(200);
      streams.push(stream);
    }
    return streams;
  }

  it('has a limit for an address, whose next stream is a 429 that runs nothing, until one of the others ends', async () => {
    const service = await startStreaming({ config });
    const [first] = await openStreams(service, 3, from('192.0.2.1'));
    const refused = await service.ask('/api/events/waiting', from('192.0.2.1'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await refused.json()).toMatchObject({ success: false, message: expect.stringContaining('5') });
    expect(service.runs).toHaveLength(3);
    expect((await service.ask('/api/plain', from('192.0.2.1'))).status).toBe(200);
    await openStreams(service, 1, from('192.0.2.2'));
    await first?.leave();
    await expect.poll(service.countOpen).toBe(3);
    await openStreams(service, 1, from('192.0.2.1'));
  });

  it('counts JSON Lines and event streams together, and an IPv6 address by its /64', async () => {
    const service = await startStreaming({ config });
    await openStreams(service, 1, from('2001:db8::1'), '/api/lines/waiting');
    await openStreams(service, 2, from('2001:db8::2'));
    expect((await service.ask('/api/lines/waiting', from('2001:db8::3'))).status).toBe(429);
  });

  it('counts the streams of a user by the user, wherever they come from', async () => {
    const service = await startStreaming({ config });
    const { headers } = bearer(await service.createKey());
    const other = bearer(await service.createKey([], 'bob'));
    const guarded = '/api/guarded/waiting';
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      await openStreams(service, 1, { headers: { ...headers, ...from(address).headers } }, guarded);
    expect((await service.ask(guarded, { headers })).status).toBe(429);
    await openStreams(service, 1, other, guarded);
  });

  it('has a limit in all, and one of half of it for callers without a user: one more is a 503', async () => {
    const service = await startStreaming({ config });
    await openStreams(service, 2, from('192.0.2.1'));
    const [first] = await openStreams(service, 2, from('192.0.2.2'));
    const refused = await service.ask('/api/events/waiting', from('192.0.2.3'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    const guarded = '/api/guarded/waiting';
    const users = [bearer(await service.createKey()), bearer(await service.createKey([], 'bob'))];
    for (const user of users) await openStreams(service, 2, user, guarded);
    const other = bearer(await service.createKey([], 'eve'));
    expect((await service.ask(guarded, other)).status).toBe(503);
    await first?.leave();
    await expect.poll(service.countOpen).toBe(7);
    await openStreams(service, 1, from('192.0.2.3'));
  });

  it('lets go of what a handler returned for a stream that is refused', async () => {
    const service = await startStreaming({ config: { overload: { streams: 2 } } });
    await openStreams(service, 1, {});
    for (let count = 0; count < 5; count++)
      expect((await service.ask('/api/events/waiting')).status).toBe(503);
    expect(service.countOpen()).toBe(1);
  });

  it('has no limit where overload is off', async () => {
    const service = await startStreaming({ config: { overload: false } });
    const streams = await openStreams(service, 1_010, {});
    for (const stream of streams) await stream.leave();
  });
});

describe('a server that stops', () => {
  it('H-13: ends its streams at once, tells callers when to come back, and runs what handlers do at their end', async () => {
    const { open, runs, app, http } = await startStreaming();
    const stream = await open('/api/events/waiting');
    await stream.next();
    const drained = http.drain();
    expect(await stream.rest()).toMatch(/^retry: \d+\n\n$/);
    expect(runs[0]?.isOver).toBe(true);
    expect(runs[0]?.signal.reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await drained).toBe(true);
    await app.close();
  });

  it('begins no stream any more', async () => {
    const { ask, app } = await startStreaming();
    app.beginDrain();
    const response = await ask('/api/events/waiting');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('does not wait for a handler that never ends, but with its deadline', async () => {
    const { open, http, runs, release } = await startStreaming();
    const stream = await open('/api/events/stubborn');
    await stream.next();
    expect(await http.drain()).toBe(true);
    expect(await stream.rest()).toMatch(/^retry: /);
    expect(runs[0]?.isOver).toBe(false);
    release();
  });

  it('ends the streams of routes that are replaced, and of a service that is closed', async () => {
    const { open, runs, app } = await startStreaming();
    const stream = await open('/api/events/waiting');
    await stream.next();
    const { routes } = scriptStreams();
    const { tableOf } = await import('./support/start-service.js');
    await app.replaceRoutes(await tableOf({ routes }));
    expect(await stream.rest()).toMatch(/^retry: /);
    expect(runs[0]?.isOver).toBe(true);
  });
});

describe('S-10: the key of a stream', () => {
  const UNAUTHORIZED = JSON.stringify({
    success: false,
    status: 401,
    message: 'A valid API key is required.',
  });

  async function openGuarded(service: Streaming) {
    const secret = await service.createKey();
    const verified = await service.keyring.verify(secret);
    if (verified === null || !('record' in verified)) throw new Error('The key is no good.');
    const stream = await service.open('/api/guarded/waiting', bearer(secret));
    await stream.next();
    return { stream, id: verified.record.id, userId: verified.userId };
  }

  it.each<[string, (service: Streaming, key: { id: string; userId: string }) => Promise<unknown>]>([
    ['deleted', ({ keyring }, key) => keyring.apiKeys.delete(key)],
    ['disabled', ({ keyring }, key) => keyring.apiKeys.update({ ...key, disabled: true })],
    ['replaced', ({ keyring }, key) => keyring.apiKeys.rotate({ ...key, overlapMs: 0 })],
    [
      'expired',
      async ({ keyring, clock }, key) => {
        await keyring.apiKeys.update({ ...key, expiresAt: new Date(clock.now + 60_000) });
        clock.now += 60_000;
      },
    ],
  ])('ends it within a second once it is %s', async (_, end) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const service = await startStreaming();
    const { stream, ...key } = await openGuarded(service);
    const other = await openGuarded(service);
    await end(service, key);
    vi.advanceTimersByTime(999);
    expect(await stream.rest()).toBe(`event: error\ndata: ${UNAUTHORIZED}\n\n`);
    expect(service.runs.map(({ isOver }) => isOver)).toEqual([true, false]);
    expect(service.runs[0]?.signal.reason).toMatchObject({ code: 'UNAUTHORIZED' });
    await other.stream.leave();
  });

  it('leaves a stream alone that changes in other ways', async () => {
    const service = await startStreaming();
    const { stream, ...key } = await openGuarded(service);
    await service.keyring.apiKeys.update({ ...key, name: 'other' });
    await sleep(0);
    expect(service.countOpen()).toBe(1);
    await stream.leave();
  });
});

describe('an output of jsonLines()', () => {
  it('is sent as JSON documents, one a line', async () => {
    const { ask } = await startStreaming();
    const response = await ask('/api/lines/nothing');
    expect(response.headers.get('content-type')).toBe('application/jsonl');
    expect(await response.text()).toBe('');
    const endless = readStream(await ask('/api/lines/endless'));
    for (const n of [1, 2]) expect(JSON.parse((await endless.next('\n')) ?? '')).toMatchObject({ n });
    await endless.leave();
  });

  it('says with its last line that the rest is missing', async () => {
    const { ask } = await startStreaming();
    const failure = { success: false, status: 500, message: 'Internal server error.' };
    expect(await (await ask('/api/lines/two')).text()).toBe('{"n":1}\n{"n":2}\n');
    expect(await (await ask('/api/lines/breaking')).text()).toBe(`{"n":1}\n${JSON.stringify(failure)}\n`);
  });
});
