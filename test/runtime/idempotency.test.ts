import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Config } from '../../src/definition/config.js';
import { ProcedureError, procedure } from '../../src/index.js';
import { generateSecret } from '../../src/keys/key-format.js';
import { bearer, json, routeOf, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

const DAY_MS = 86_400_000;

/** Failures after which a caller sends the same request again. */
const RETRIED: Record<string, unknown> = {
  'time out': new ProcedureError('TIMEOUT', 'Too slow.'),
  'come early': Object.assign(new Error('Too early.'), { status: 425, expose: true }),
  'come often': new ProcedureError('TOO_MANY_REQUESTS', 'Later.', { headers: { 'Retry-After': '1' } }),
};

/** A service whose one mutation counts its runs and does what the body says. */
async function startCounter(config: Config = {}) {
  const runs: string[] = [];
  const waiting: (() => void)[] = [];
  const act = procedure
    .meta({
      openapi: {
        enabled: true,
        tags: [],
        summary: '',
        method: 'POST',
        path: '/act',
        protect: false,
        status: 201,
      },
      rateLimit: false,
    })
    .input(z.object({ do: z.string() }))
    .output(z.any())
    .mutation(async ({ input, ctx }) => {
      runs.push(input.do);
      if (input.do.startsWith('wait')) await new Promise<void>((resolve) => waiting.push(resolve));
      if (input.do === 'leave') {
        await new Promise<void>((resolve, reject) => {
          waiting.push(resolve);
          ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason));
        });
      }
      if (input.do.includes('cookie')) ctx.response.headers['Set-Cookie'] = ['session=1'];
      if (input.do === 'cookie refuse')
        throw new ProcedureError('CONFLICT', 'No.', { headers: { 'Set-Cookie': 'session=1' } });
      if (input.do.endsWith('refuse')) throw new ProcedureError('CONFLICT', `Refused in run ${runs.length}.`);
      if (input.do in RETRIED) throw RETRIED[input.do];
      if (input.do === 'deny') throw new ProcedureError('UNAUTHORIZED', 'Not you.');
      if (input.do.endsWith('break')) throw new Error('broken');
      if (input.do === 'reveal') return { payload: { id: 'key_1', key: generateSecret() } };
      ctx.response.headers['X-Run'] = String(runs.length);
      return { run: runs.length };
    });
  const service = await startService({
    routes: [routeOf('act', act, { body: 'required' })],
    config: { idempotency: { anonymous: true }, ...config },
  });
  const send = (what: string, key?: string, more: Record<string, string> = {}) => {
    const init = json({ do: what });
    const headers = { ...init.headers, ...(key === undefined ? {} : { 'Idempotency-Key': key }), ...more };
    return service.ask('/api/act', { ...init, headers });
  };
  return { ...service, runs, waiting, send };
}

describe('H-18 A mutation with an Idempotency-Key', () => {
  it('runs once, and gives the first answer again with its status and headers', async () => {
    const { send, runs } = await startCounter();
    const first = await send('count', 'a');
    expect([first.status, first.headers.get('X-Run'), first.headers.get('Idempotent-Replayed')]).toEqual([
      201,
      '1',
      null,
    ]);
    const text = await first.text();
    const second = await send('count', '"a"');
    expect([second.status, second.headers.get('X-Run'), second.headers.get('Idempotent-Replayed')]).toEqual([
      201,
      '1',
      'true',
    ]);
    expect(await second.text()).toBe(text);
    expect(second.headers.get('Content-Type')).toBe(first.headers.get('Content-Type'));
    expect(second.headers.get('X-Request-Id')).not.toBe(first.headers.get('X-Request-Id'));
    expect(runs).toEqual(['count']);
  });

  it('runs again under another key, or none', async () => {
    const { send, runs } = await startCounter();
    for (const key of ['a', 'b', undefined, undefined]) expect((await send('count', key)).status).toBe(201);
    expect(runs).toHaveLength(4);
  });

  it('with another body is a 409', async () => {
    const { send, runs } = await startCounter();
    await send('count', 'a');
    const other = await send('wait', 'a');
    expect([other.status, (await other.json()).message]).toEqual([
      409,
      'This Idempotency-Key was used for another request.',
    ]);
    expect(runs).toEqual(['count']);
  });

  it('is another one for another caller', async () => {
    const { send, runs, createKey } = await startCounter();
    const [alice, bob] = [await createKey([], 'alice'), await createKey([], 'bob')];
    await send('count', 'a', bearer(alice).headers);
    await send('count', 'a', bearer(bob).headers);
    await send('count', 'a');
    expect(runs).toHaveLength(3);
  });

  it('waits for the first answer when that is still being made', async () => {
    const { send, runs, waiting } = await startCounter();
    const both = [send('wait', 'a'), send('wait', 'a')];
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.();
    const [first, second] = await Promise.all(both);
    expect(await second?.json()).toEqual(await first?.json());
    expect(runs).toEqual(['wait']);
  });

  it('is refused again as it was refused first', async () => {
    const { send, runs } = await startCounter();
    const [first, second] = [await send('refuse', 'a'), await send('refuse', 'a')];
    expect([first.status, second.status]).toEqual([409, 409]);
    expect(await second.json()).toEqual(await first.json());
    expect(runs).toEqual(['refuse']);
    for (let time = 0; time < 2; time++) {
      expect((await send('deny', 'b')).headers.get('WWW-Authenticate')).toMatch(/^Bearer/);
    }
  });

  it('runs again after a failure of the server, or an input that was refused', async () => {
    const { send, runs, ask } = await startCounter();
    expect([(await send('break', 'a')).status, (await send('break', 'a')).status]).toEqual([500, 500]);
    expect(runs).toEqual(['break', 'break']);
    const init = json({ do: 7 });
    const headers = { ...init.headers, 'Idempotency-Key': 'b' };
    expect((await ask('/api/act', { ...init, headers })).status).toBe(400);
    expect((await send('count', 'b')).status).toBe(201);
  });

  it.each([
    ['time out', 408],
    ['come early', 425],
    ['come often', 429],
  ])('runs again after a failure that callers retry: %s', async (what, status) => {
    const { send, runs } = await startCounter();
    for (let time = 0; time < 2; time++) {
      const answer = await send(what, 'a');
      expect([answer.status, answer.headers.get('Idempotent-Replayed')]).toEqual([status, null]);
    }
    expect(runs).toEqual([what, what]);
  });

  it('runs again when the caller had gone away before the answer', async () => {
    const { send, runs, url, waiting } = await startCounter();
    const { body, headers } = json({ do: 'leave' });
    const controller = new AbortController();
    const left = fetch(`${url}/api/act`, {
      method: 'POST',
      body: body as string,
      headers: { ...headers, 'Idempotency-Key': 'a' },
      signal: controller.signal,
    }).catch(() => 'left');
    await expect.poll(() => waiting.length).toBe(1);
    controller.abort();
    expect(await left).toBe('left');
    const again = send('leave', 'a');
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.();
    expect((await again).status).toBe(201);
    expect(runs).toEqual(['leave', 'leave']);
  });

  const finishOne = async (waiting: readonly (() => void)[]) => {
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.();
  };

  it('that outlasts its time runs once: the repetition waits as long, then gets what came of it', async () => {
    const { send, runs, waiting } = await startCounter({ requestTimeoutMs: 50 });
    expect((await send('wait', 'a')).status).toBe(503);
    const begin = performance.now();
    expect((await send('wait', 'a')).status).toBe(503);
    // A time that was not configured is 30 s.
    expect(performance.now() - begin).toBeLessThan(20_000);
    const waits = send('wait', 'a');
    await finishOne(waiting);
    await waits;
    const late = await send('wait', 'a');
    expect([late.status, late.headers.get('X-Run'), late.headers.get('Idempotent-Replayed')]).toEqual([
      201,
      '1',
      'true',
    ]);
    expect([late.headers.get('Content-Type'), await late.json()]).toEqual([
      'application/json; charset=utf-8',
      { run: 1 },
    ]);
    expect(runs).toEqual(['wait']);
  });

  it('that is refused late is refused again, and runs again when it broke late', async () => {
    const { send, runs, waiting, lines } = await startCounter({ requestTimeoutMs: 50 });
    expect((await send('wait and refuse', 'a')).status).toBe(503);
    await finishOne(waiting);
    const refused = await send('wait and refuse', 'a');
    expect([refused.status, (await refused.json()).message]).toEqual([409, 'Refused in run 1.']);
    waiting.length = 0;
    expect((await send('wait and break', 'b')).status).toBe(503);
    await finishOne(waiting);
    expect((await send('wait and break', 'b')).status).toBe(503);
    expect(runs).toEqual(['wait and refuse', 'wait and break', 'wait and break']);
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(3);
  });

  it('whose answer held a secret is not repeated: a 409 names what was made', async () => {
    const { send, runs } = await startCounter();
    const first = await send('reveal', 'a');
    expect([first.status, (await first.json()).payload.key]).toEqual([201, expect.stringMatching(/^pgk_/)]);
    const second = await send('reveal', 'a');
    const text = await second.text();
    expect(second.status).toBe(409);
    expect(text).toContain('key_1');
    expect(text).not.toContain('pgk_');
    expect(runs).toEqual(['reveal']);
  });

  it('that made a key and then failed makes no second one: a 409 names the first', async () => {
    const create = procedure
      .meta({
        openapi: { enabled: true, tags: [], summary: '', method: 'POST', path: '/keys', protect: true },
      })
      .output(z.any())
      .mutation(async ({ ctx }) => {
        await ctx.apiKeys.create({ userId: 'alice', name: 'made' });
        throw new Error('broken');
      });
    const service = await startService({ routes: [routeOf('create', create)] });
    const headers = { ...bearer(await service.createKey([], 'alice')).headers, 'Idempotency-Key': 'a' };
    const send = () => service.ask('/api/keys', { method: 'POST', headers });
    expect((await send()).status).toBe(500);
    const again = await send();
    const made = (await service.keyring.apiKeys.list('alice')).filter(({ name }) => name === 'made');
    expect([again.status, (await again.json()).message]).toEqual([
      409,
      expect.stringContaining(made[0]?.id ?? 'nothing'),
    ]);
    expect(made).toHaveLength(1);
  });

  it('is forgotten after a day', async () => {
    const { send, runs, clock } = await startCounter();
    await send('count', 'a');
    clock.now += DAY_MS - 1;
    await send('count', 'a');
    expect(runs).toHaveLength(1);
    clock.now += 1;
    await send('count', 'a');
    expect(runs).toHaveLength(2);
  });

  it.each(['', 'a b', 'x'.repeat(256), 'ä'])('is refused with the key "%s"', async (key) => {
    const { send, runs } = await startCounter();
    expect((await send('count', key)).status).toBe(400);
    expect(runs).toEqual([]);
  });
});

describe('H-23 A stored answer', () => {
  const headersOf = (user: string | null, tenant?: string) => ({
    ...(user === null ? {} : { Authorization: `Bearer ${user}` }),
    ...(tenant === undefined ? {} : { 'X-Tenant': tenant }),
  });
  const authenticate: Config['authenticate'] = ({ headers }) =>
    headers.authorization ? { user: { id: String(headers.authorization).slice(7) } } : null;
  const start = (idempotency: NonNullable<Config['idempotency']> = {}) =>
    startCounter({ authenticate, idempotency });

  it.each<[string, NonNullable<Config['idempotency']>]>([
    ['at once', { scope: ({ headers }) => String(headers['x-tenant']) }],
    ['later', { scope: async ({ headers }) => String(headers['x-tenant']) }],
  ])('belongs to one user in one tenant, which is told %s', async (_when, idempotency) => {
    const { send, runs } = await start(idempotency);
    for (const [user, tenant] of [
      ['ada', 'red'],
      ['ada', 'blue'],
      ['bob', 'red'],
    ] as const) {
      const first = await send('count', 'a', headersOf(user, tenant));
      const second = await send('count', 'a', headersOf(user, tenant));
      expect([first.headers.get('Idempotent-Replayed'), second.headers.get('Idempotent-Replayed')]).toEqual([
        null,
        'true',
      ]);
      expect(await second.text()).toBe(await first.text());
    }
    expect(runs).toHaveLength(3);
  });

  it('of one tenant is no conflict with another request of the same key in another', async () => {
    const { send } = await start({ scope: ({ headers }) => String(headers['x-tenant']) });
    expect((await send('count', 'a', headersOf('ada', 'red'))).status).toBe(201);
    expect((await send('refuse', 'a', headersOf('ada', 'red'))).status).toBe(409);
    expect((await send('other', 'a', headersOf('ada', 'blue'))).status).toBe(201);
  });

  it('has its tenant told from the request and the user', async () => {
    const seen: unknown[] = [];
    const { send } = await start({
      scope({ user, method, url, ip, signal }) {
        seen.push([user, method, url, ip, signal.aborted]);
        return 'one';
      },
    });
    await send('count', undefined, headersOf('ada'));
    expect(seen).toEqual([]);
    await send('count', 'a', headersOf('ada'));
    expect(seen).toEqual([[{ id: 'ada' }, 'POST', '/api/act', '127.0.0.1', false]]);
  });

  it.each([undefined, null, 7])('has no tenant %j: that is a 500 which says so', async (tenant) => {
    const { send, runs, lines } = await start({ scope: () => tenant as never });
    expect((await send('count', 'a', headersOf('ada'))).status).toBe(500);
    expect(runs).toEqual([]);
    expect(JSON.stringify(lines)).toContain(
      `idempotency.scope returned ${tenant === null ? 'null' : typeof tenant}: it must return a string.`,
    );
  });

  it('has no tenant of more than 1,024 characters: that is a 500 which says so', async () => {
    const { send, runs, lines } = await start({
      scope: ({ headers }) => 'x'.repeat(Number(headers['x-length'])),
    });
    const status = async (length: number) =>
      (await send('count', 'a', { ...headersOf('ada'), 'X-Length': String(length) })).status;
    expect([await status(1024), await status(1025)]).toEqual([201, 500]);
    expect(runs).toHaveLength(1);
    expect(JSON.stringify(lines)).toContain(
      'idempotency.scope returned a string of 1025 characters: it may have at most 1024.',
    );
  });

  it('is none without a user: the handler runs each time, whatever the key is', async () => {
    const { send, runs } = await start();
    for (const key of ['a', 'a', 'not a key']) {
      const answer = await send('count', key);
      expect([answer.status, answer.headers.get('Idempotent-Replayed')]).toEqual([201, null]);
    }
    expect((await send('other', 'a')).status).toBe(201);
    expect(runs).toHaveLength(4);
    await send('count', 'a', headersOf('ada'));
    expect((await send('count', 'a', headersOf('ada'))).headers.get('Idempotent-Replayed')).toBe('true');
    expect(runs).toHaveLength(5);
  });

  it('is one without a user where the configuration says so', async () => {
    const { send, runs } = await start({ anonymous: true });
    await send('count', 'a');
    expect((await send('count', 'a')).headers.get('Idempotent-Replayed')).toBe('true');
    expect(runs).toHaveLength(1);
  });

  it.each(['cookie', 'cookie refuse', 'wait cookie'])('has no cookie: %s', async (what) => {
    const { send, waiting } = await start();
    const send1 = send(what, 'a', headersOf('ada'));
    if (what.startsWith('wait')) await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.();
    const first = await send1;
    const second = await send(what, 'a', headersOf('ada'));
    expect([first.headers.getSetCookie(), second.headers.getSetCookie()]).toEqual([['session=1'], []]);
    expect([second.status, second.headers.get('Idempotent-Replayed')]).toEqual([first.status, 'true']);
    expect(await second.text()).toBe(await first.text());
  });
});
