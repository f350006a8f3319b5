import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Authenticator, type Config, ProcedureError, procedure } from '../../src/index.js';
import { createMemoryRateLimiter } from '../../src/runtime/limits/memory.js';
import type { RateLimiter } from '../../src/runtime/limits/rate-limiter.js';
import { routeOf, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

const reading = (path: string, protect: boolean) =>
  procedure
    .meta({
      openapi: { enabled: true, tags: [], summary: '', method: 'GET', path, protect },
      rateLimit: false,
    })
    .output(z.string())
    .query(({ ctx }) => ctx.user?.id ?? 'nobody');
const routes = [routeOf('private', reading('/private', true)), routeOf('open', reading('/open', false))];

async function start(
  authenticate: NonNullable<Config['authenticate']>,
  config: Config = {},
  rateLimiter: RateLimiter = createMemoryRateLimiter(),
) {
  const service = await startService({
    routes,
    config: { trustProxy: 1, ...config, authenticate },
    credentials: { header: 'X-Token', prefix: '' },
    options: { rateLimiter },
  });
  const send = (token: string | null, { from = '198.51.100.1', path = '/api/private' } = {}) =>
    service.ask(path, {
      headers: { 'X-Forwarded-For': from, ...(token === null ? {} : { 'X-Token': token }) },
    });
  const status = async (...args: Parameters<typeof send>) => (await send(...args)).status;
  return { ...service, send, status };
}

/** Knows those whose token is their own name, and counts how often it is asked, and by how many at once. */
function createAuthenticator({ waitMs = 0, ...more }: { waitMs?: number } & Partial<Authenticator> = {}) {
  const asked = { count: 0, failures: 0, underWay: 0, mostUnderWay: 0 };
  const authenticator: Authenticator = {
    scheme: { header: 'X-Token', prefix: '' },
    async verify({ headers }) {
      asked.count += 1;
      asked.underWay += 1;
      asked.mostUnderWay = Math.max(asked.mostUnderWay, asked.underWay);
      if (waitMs > 0) await delay(waitMs);
      asked.underWay -= 1;
      const token = headers['x-token'];
      if (token === 'broken') throw new Error('the provider is down');
      if (token === 'busy') throw new ProcedureError('SERVICE_UNAVAILABLE', 'Later.');
      if (token === 'banned') throw new ProcedureError('FORBIDDEN', 'Banned.');
      if (typeof token === 'string' && !token.startsWith('bad')) return { user: { id: token } };
      asked.failures += 1;
      if (token === 'bad-thrown') throw new ProcedureError('UNAUTHORIZED', 'Wrong.');
      return null;
    },
    ...more,
  };
  return { asked, authenticator };
}

describe('K-23 What an authenticate of the application returns', () => {
  it.each<[string, unknown, string]>([
    ['no user.id', { user: {} }, 'a user.id of undefined: it has to be a non-empty string.'],
    ['an empty user.id', { user: { id: '' } }, 'a user.id of "": it has to be a non-empty string.'],
    ['a blank user.id', { user: { id: ' \t' } }, 'a user.id of " \\t": it has to be a non-empty string.'],
    ['a number', { user: { id: 7 } }, 'a user.id of 7: it has to be a non-empty string.'],
    ['null', { user: { id: null } }, 'a user.id of null: it has to be a non-empty string.'],
    ['an object', { user: { id: {} } }, 'a user.id of an object: it has to be a non-empty string.'],
    ['no user', {}, 'a user of undefined: it has to be an object with an id.'],
    ['a user that is a text', { user: 'ada' }, 'a user of "ada": it has to be an object with an id.'],
    ['a text', 'ada', '"ada": it has to be { user, scopes? } or null.'],
    ['true', true, 'true: it has to be { user, scopes? } or null.'],
    [
      'one scope',
      { user: { id: 'ada' }, scopes: 'read' },
      'scopes of "read": they have to be an array of strings.',
    ],
    [
      'scopes that are no strings',
      { user: { id: 'ada' }, scopes: ['read', 1] },
      'scopes of an array that holds something else: they have to be an array of strings.',
    ],
    [
      'null for scopes',
      { user: { id: 'ada' }, scopes: null },
      'scopes of null: they have to be an array of strings.',
    ],
  ])('is a 500 that names the cause: %s', async (_what, returned, message) => {
    const { status, lines } = await start((() => returned) as never);
    expect([await status('x'), await status('x', { path: '/api/open' })]).toEqual([500, 500]);
    const errors = lines.filter(({ level }) => level === 'error');
    expect(errors.map(({ err }) => (err as Error).message)).toEqual([
      `authenticate returned ${message}`,
      `authenticate returned ${message}`,
    ]);
  });

  it('may be a user with further fields, and undefined for nobody', async () => {
    const { send } = await start((({ headers }: { headers: Record<string, unknown> }) =>
      headers['x-token'] === 'ada'
        ? { user: { id: 'ada', role: 'editor' }, scopes: ['read'] }
        : undefined) as never);
    expect(await (await send('ada')).json()).toBe('ada');
    expect((await send('bob')).status).toBe(401);
  });
});

describe('K-23 After 20 failures a minute', () => {
  it('an address is refused with a 429, good credentials too, and verify is not called', async () => {
    const { asked, authenticator } = createAuthenticator();
    const { send, status } = await start(authenticator);
    for (let call = 0; call < 19; call++) expect(await status('bad')).toBe(401);
    expect([await status('ada'), await status('bad-thrown')]).toEqual([200, 401]);
    expect(asked).toMatchObject({ count: 21, failures: 20 });
    for (const token of ['bad', 'ada', 'worse']) {
      const refused = await send(token);
      const seconds = refused.headers.get('Retry-After');
      expect([refused.status, seconds, await refused.json()]).toEqual([
        429,
        expect.stringMatching(/^(59|60)$/),
        { success: false, message: `Too many requests. Try again in ${seconds} seconds.` },
      ]);
    }
    expect(asked.count).toBe(21);
    expect(await status('ada', { from: '198.51.100.2' })).toBe(200);
  });

  it('a caller is anonymous to a public procedure, whose failures count', async () => {
    const { asked, authenticator } = createAuthenticator();
    const { send, status } = await start(authenticator);
    for (let call = 0; call < 20; call++) expect(await status('bad', { path: '/api/open' })).toBe(200);
    const answer = await send('ada', { path: '/api/open' });
    expect([answer.status, await answer.json()]).toEqual([200, 'nobody']);
    expect(await status('ada')).toBe(429);
    expect(asked.count).toBe(20);
  });

  it('in a function alone are counted, too', async () => {
    let count = 0;
    const { status } = await start(() => {
      count += 1;
      return null;
    });
    for (let call = 0; call < 25; call++) await status('bad');
    expect(count).toBe(20);
  });

  it('an address is refused whose failures are cookies, where no scheme says how credentials travel', async () => {
    let count = 0;
    const { ask } = await start(({ headers }) => {
      count += 1;
      return headers.cookie?.includes('session=ada') ? { user: { id: 'ada' } } : null;
    });
    const statusOf = async (cookie: string | null, path = '/api/private') => {
      const headers = { 'X-Forwarded-For': '198.51.100.1', ...(cookie === null ? {} : { Cookie: cookie }) };
      return (await ask(path, { headers })).status;
    };
    // A visitor of a public procedure has cookies of all kinds, and none at all is no guess.
    for (let call = 0; call < 30; call++) {
      expect(await statusOf('theme=dark', '/api/open')).toBe(200);
      expect(await statusOf(null)).toBe(401);
    }
    expect(await statusOf('session=ada')).toBe(200);
    count = 0;
    const statuses: number[] = [];
    for (let call = 0; call < 60; call++) statuses.push(await statusOf(`session=${call}`));
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(40).fill(429)]);
    expect([await statusOf('session=ada'), await statusOf('session=ada', '/api/open'), count]).toEqual([
      429, 200, 20,
    ]);
  });

  it('an address is refused whose cookies an application calls bad, to a public procedure too', async () => {
    let count = 0;
    const { ask } = await start(() => {
      count += 1;
      throw new ProcedureError('UNAUTHORIZED', 'The session is over.');
    });
    const headers = { 'X-Forwarded-For': '198.51.100.1', Cookie: 'session=x' };
    for (let call = 0; call < 25; call++) expect((await ask('/api/open', { headers })).status).toBe(200);
    expect([(await ask('/api/private', { headers })).status, count]).toEqual([429, 20]);
  });

  it('cookies are not among them where a scheme says that credentials travel otherwise', async () => {
    const { authenticator } = createAuthenticator();
    const { ask, status } = await start(authenticator);
    const headers = { 'X-Forwarded-For': '198.51.100.1', Cookie: 'theme=dark' };
    for (let call = 0; call < 30; call++) expect((await ask('/api/private', { headers })).status).toBe(401);
    expect(await status('ada')).toBe(200);
  });

  it('an application that says so is asked all the same', async () => {
    const { asked, authenticator } = createAuthenticator({ limitFailures: false });
    const { status } = await start(authenticator);
    for (let call = 0; call < 30; call++) expect(await status('bad')).toBe(401);
    expect([await status('ada'), asked.count]).toEqual([200, 31]);
  });

  it('those without credentials, whom the application knows, and whom it failed are not among them', async () => {
    const { authenticator } = createAuthenticator();
    const { status } = await start(authenticator);
    for (let call = 0; call < 30; call++) {
      expect([
        await status(null),
        await status('banned'),
        await status('broken'),
        await status('busy'),
      ]).toEqual([401, 403, 500, 503]);
    }
    expect(await status('ada')).toBe(200);
  });

  it('verify is called again once the window is over', async () => {
    const { asked, authenticator } = createAuthenticator();
    const counters = createMemoryRateLimiter();
    let isOver = false;
    const rateLimiter: RateLimiter = {
      ...counters,
      peek: (counter, policy) => (isOver ? undefined : counters.peek(counter, policy)),
    };
    const { status } = await start(authenticator, {}, rateLimiter);
    await Promise.all(Array.from({ length: 20 }, () => status('bad')));
    expect([await status('ada'), asked.count]).toEqual([429, 20]);
    isOver = true;
    expect([await status('ada'), asked.count]).toEqual([200, 21]);
  });
});

describe('K-23 Calls at the same time', () => {
  const tokens = (count: number, tokenOf: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => tokenOf(index));

  it('with bad credentials are 20 questions, however many they are', async () => {
    const { asked, authenticator } = createAuthenticator({ waitMs: 20 });
    const { status } = await start(authenticator);
    const statuses = await Promise.all(tokens(1_000, () => 'bad').map((token) => status(token)));
    expect([asked.count, statuses.filter((each) => each === 401).length]).toEqual([20, 20]);
    expect(statuses.filter((each) => each === 429)).toHaveLength(980);
  });

  it('with good credentials all pass', async () => {
    const { asked, authenticator } = createAuthenticator({ waitMs: 5 });
    const { status } = await start(authenticator);
    const statuses = await Promise.all(tokens(500, (index) => `user${index}`).map((token) => status(token)));
    expect([new Set(statuses), asked.count]).toEqual([new Set([200]), 500]);
    expect(asked.mostUnderWay).toBeLessThanOrEqual(100);
  });

  it('are asked about together after the first good ones, however many of their address failed before', async () => {
    const { asked, authenticator } = createAuthenticator({ waitMs: 20 });
    const { status } = await start(authenticator);
    for (let call = 0; call < 19; call++) await status('bad');
    const statuses = await Promise.all(tokens(300, () => 'ada').map((token) => status(token)));
    expect([new Set(statuses), asked.count]).toEqual([new Set([200]), 319]);
    expect([asked.mostUnderWay > 50, asked.mostUnderWay <= 100]).toEqual([true, true]);
    expect([await status('bad'), await status('ada')]).toEqual([401, 429]);
  });

  it('of visitors with cookies do not wait for each other either', async () => {
    const asked = { underWay: 0, most: 0 };
    const { ask, status } = await start(async () => {
      asked.underWay += 1;
      asked.most = Math.max(asked.most, asked.underWay);
      await delay(20);
      asked.underWay -= 1;
      return null;
    });
    await Promise.all(tokens(19, () => 'bad').map((token) => status(token)));
    asked.most = 0;
    const headers = { 'X-Forwarded-For': '198.51.100.1', Cookie: 'theme=dark' };
    const answers = await Promise.all(tokens(200, () => '').map(() => ask('/api/open', { headers })));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect([asked.most > 50, asked.most <= 100]).toEqual([true, true]);
  });

  it('with some bad credentials all pass but these', async () => {
    const { asked, authenticator } = createAuthenticator({ waitMs: 5 });
    const { status } = await start(authenticator);
    const mixed = tokens(300, (index) => (index % 20 === 0 ? 'bad' : 'ada'));
    const statuses = await Promise.all(mixed.map((token) => status(token)));
    expect(statuses).toEqual(mixed.map((token) => (token === 'bad' ? 401 : 200)));
    expect([asked.count, asked.failures]).toEqual([300, 15]);
  });

  it('whose callers have gone are not asked about, and leave no place taken', async () => {
    let count = 0;
    let answer: (value: null) => void = () => {};
    const gate = new Promise<null>((resolve) => {
      answer = resolve;
    });
    const { ask, status, http } = await start(async () => {
      count += 1;
      await gate;
      return { user: { id: 'ada' } };
    });
    const seen = { arrived: 0, left: 0 };
    http.server.on('request', (_req, res) => {
      seen.arrived += 1;
      res.on('close', () => {
        seen.left += 1;
      });
    });
    const caller = new AbortController();
    const headers = { 'X-Forwarded-For': '198.51.100.1', 'X-Token': 'ada' };
    const gone = tokens(100, () => 'ada').map(() =>
      ask('/api/private', { headers, signal: caller.signal }).catch(() => 'gone'),
    );
    await expect.poll(() => seen.arrived).toBe(100);
    await expect.poll(() => count).toBe(20);
    caller.abort();
    expect(await Promise.all(gone)).toEqual(gone.map(() => 'gone'));
    await expect.poll(() => seen.left).toBe(100);
    answer(null);
    expect([await status('ada'), count]).toEqual([200, 21]);
  });

  it('that verify never answers are a 503 in time, and leave no place taken', async () => {
    let isStuck = true;
    const { status, lines } = await start(() => (isStuck ? new Promise(() => {}) : { user: { id: 'ada' } }), {
      requestTimeoutMs: 100,
    });
    const statuses = await Promise.all(tokens(30, () => 'ada').map((token) => status(token)));
    expect(new Set(statuses)).toEqual(new Set([503]));
    isStuck = false;
    expect(await status('ada')).toBe(200);
    expect(lines.map(({ err }) => (err as Error | undefined)?.message)).toContain(
      'The authentication took longer than 100 ms.',
    );
  });
});

describe('H-25 The log of a service', () => {
  const failing = procedure
    .meta({
      openapi: { enabled: true, tags: [], summary: '', method: 'GET', path: '/fail', protect: false },
      rateLimit: false,
    })
    .output(z.string())
    .query(({ ctx }) => {
      ctx.log.info({ request: ctx.request }, 'asked');
      throw Object.assign(new Error('the next service said no'), { request: ctx.request });
    });

  it.each<[string, Config]>([
    ['of authenticate', { authenticate: { scheme: { header: 'X-Secret', prefix: '' }, verify: () => null } }],
    [
      'of a trusted proxy',
      { baseUrl: 'http://127.0.0.1', signIn: { proxyHeader: { name: 'X-Secret', from: ['10.0.0.1'] } } },
    ],
  ])('redacts the header %s, in a log that it was given, too', async (_what, config) => {
    const { ask, lines } = await startService({ routes: [routeOf('fail', failing)], config });
    await ask('/api/fail', { headers: { 'X-Secret': 'canary-71ab', 'X-Shown': 'shown' } });
    const log = JSON.stringify(lines);
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect([log.includes('canary-71ab'), log.includes('shown'), log.includes('[redacted]')]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
