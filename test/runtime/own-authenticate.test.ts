import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Config, ProcedureError, procedure } from '../../src/index.js';
import { createMemoryRateLimiter } from '../../src/runtime/limits/memory.js';
import type { RateLimiter } from '../../src/runtime/limits/rate-limiter.js';
import { createAuthenticator, startAuthenticated } from './support/own-authenticate.js';
import { routeOf, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

describe('K-23 What an authenticate of the application returns', () => {
  it.each<[string, unknown, string]>([
    ['no user.id', { user: {} }, 'a user.id of undefined: it must be a non-empty string.'],
    ['an empty user.id', { user: { id: '' } }, 'a user.id of "": it must be a non-empty string.'],
    ['a blank user.id', { user: { id: ' \t' } }, 'a user.id of " \\t": it must be a non-empty string.'],
    ['a number', { user: { id: 7 } }, 'a user.id of 7: it must be a non-empty string.'],
    ['null', { user: { id: null } }, 'a user.id of null: it must be a non-empty string.'],
    ['an object', { user: { id: {} } }, 'a user.id of an object: it must be a non-empty string.'],
    [
      'a user.id of 1,025 characters',
      { user: { id: 'x'.repeat(1025) } },
      'a user.id of 1025 characters: it may have at most 1024; return a digest of a longer one.',
    ],
    ['no user', {}, 'a user of undefined: it must be an object with an id.'],
    ['a user that is a text', { user: 'ada' }, 'a user of "ada": it must be an object with an id.'],
    ['a text', 'ada', '"ada": it must be { user, scopes? } or null.'],
    ['true', true, 'true: it must be { user, scopes? } or null.'],
    [
      'one scope',
      { user: { id: 'ada' }, scopes: 'read' },
      'scopes of "read": they must be an array of strings.',
    ],
    [
      'scopes that are no strings',
      { user: { id: 'ada' }, scopes: ['read', 1] },
      'scopes of an array with other items: they must be an array of strings.',
    ],
    [
      'null for scopes',
      { user: { id: 'ada' }, scopes: null },
      'scopes of null: they must be an array of strings.',
    ],
  ])('is a 500 that names the cause: %s', async (_what, returned, message) => {
    const { status, lines } = await startAuthenticated((() => returned) as never);
    expect([await status('x'), await status('x', { path: '/api/open' })]).toEqual([500, 500]);
    const errors = lines.filter(({ level }) => level === 'error');
    expect(errors.map(({ err }) => (err as Error).message)).toEqual([
      `authenticate returned ${message}`,
      `authenticate returned ${message}`,
    ]);
  });

  it('may have a user.id of 1,024 characters', async () => {
    const id = 'x'.repeat(1024);
    const { send } = await startAuthenticated(() => ({ user: { id } }));
    expect(await (await send('ada')).json()).toBe(id);
  });

  it('may be a user with further fields, and undefined for nobody', async () => {
    const { send } = await startAuthenticated((({ headers }: { headers: Record<string, unknown> }) =>
      headers['x-token'] === 'ada'
        ? { user: { id: 'ada', role: 'editor' }, scopes: ['read'] }
        : undefined) as never);
    expect(await (await send('ada')).json()).toBe('ada');
    expect((await send('bob')).status).toBe(401);
  });
});

describe('K-23 After 20 failures a minute', () => {
  it('an address is refused with a 429, good credentials too, and verify is not called', async () => {
    const { requested, authenticator } = createAuthenticator();
    const { send, status } = await startAuthenticated(authenticator);
    for (let call = 0; call < 19; call++) expect(await status('bad')).toBe(401);
    expect([await status('ada'), await status('bad-thrown')]).toEqual([200, 401]);
    expect(requested).toMatchObject({ count: 21, failures: 20 });
    for (const token of ['bad', 'ada', 'worse']) {
      const refused = await send(token);
      const seconds = refused.headers.get('Retry-After');
      expect([refused.status, seconds, await refused.json()]).toEqual([
        429,
        expect.stringMatching(/^(59|60)$/),
        { success: false, message: `Too many requests. Try again in ${seconds} seconds.` },
      ]);
    }
    expect(requested.count).toBe(21);
    expect(await status('ada', { from: '198.51.100.2' })).toBe(200);
  });

  it('a caller is anonymous to a public procedure, whose failures count', async () => {
    const { requested, authenticator } = createAuthenticator();
    const { send, status } = await startAuthenticated(authenticator);
    for (let call = 0; call < 20; call++) expect(await status('bad', { path: '/api/open' })).toBe(200);
    const answer = await send('ada', { path: '/api/open' });
    expect([answer.status, await answer.json()]).toEqual([200, 'nobody']);
    expect(await status('ada')).toBe(429);
    expect(requested.count).toBe(20);
  });

  it('in a function alone are counted, too', async () => {
    let count = 0;
    const { status } = await startAuthenticated(() => {
      count += 1;
      return null;
    });
    for (let call = 0; call < 25; call++) await status('bad');
    expect(count).toBe(20);
  });

  it('an address is refused whose failures are cookies, where no scheme says how credentials travel', async () => {
    let count = 0;
    const { ask } = await startAuthenticated(({ headers }) => {
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
    const { ask } = await startAuthenticated(() => {
      count += 1;
      throw new ProcedureError('UNAUTHORIZED', 'The session is over.');
    });
    const headers = { 'X-Forwarded-For': '198.51.100.1', Cookie: 'session=x' };
    for (let call = 0; call < 25; call++) expect((await ask('/api/open', { headers })).status).toBe(200);
    expect([(await ask('/api/private', { headers })).status, count]).toEqual([429, 20]);
  });

  it('cookies are not among them where a scheme says that credentials travel otherwise', async () => {
    const { authenticator } = createAuthenticator();
    const { ask, status } = await startAuthenticated(authenticator);
    const headers = { 'X-Forwarded-For': '198.51.100.1', Cookie: 'theme=dark' };
    for (let call = 0; call < 30; call++) expect((await ask('/api/private', { headers })).status).toBe(401);
    expect(await status('ada')).toBe(200);
  });

  it('an application that says so is asked all the same', async () => {
    const { requested, authenticator } = createAuthenticator({ limitFailures: false });
    const { status } = await startAuthenticated(authenticator);
    for (let call = 0; call < 30; call++) expect(await status('bad')).toBe(401);
    expect([await status('ada'), requested.count]).toEqual([200, 31]);
  });

  it('those without credentials, whom the application knows, and whom it failed are not among them', async () => {
    const { authenticator } = createAuthenticator();
    const { status } = await startAuthenticated(authenticator);
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
    const { requested, authenticator } = createAuthenticator();
    const counters = createMemoryRateLimiter();
    let isOver = false;
    const rateLimiter: RateLimiter = {
      ...counters,
      peek: (counter, policy) => (isOver ? undefined : counters.peek(counter, policy)),
    };
    const { status } = await startAuthenticated(authenticator, {}, rateLimiter);
    await Promise.all(Array.from({ length: 20 }, () => status('bad')));
    expect([await status('ada'), requested.count]).toEqual([429, 20]);
    isOver = true;
    expect([await status('ada'), requested.count]).toEqual([200, 21]);
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
