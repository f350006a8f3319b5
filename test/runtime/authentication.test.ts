import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Config, createProcedure, ProcedureError, procedure } from '../../src/index.js';
import {
  bearer,
  json,
  parseAnswer,
  type RunningService,
  request,
  routeOf,
  startService,
  stopServices,
} from './support/start-service.js';

afterAll(stopServices);

const meta = (path: string, protect: boolean, scopes?: string[]) => ({
  openapi: {
    enabled: true,
    tags: [],
    summary: '',
    method: 'GET' as const,
    path,
    protect,
    ...(scopes ? { scopes } : {}),
  },
  rateLimit: false as const,
});
const whoAmI = (path: string, protect: boolean, scopes?: string[]) =>
  procedure
    .meta(meta(path, protect, scopes))
    .output(z.any())
    .query(({ ctx }) => ({ user: ctx.user?.id ?? null, key: ctx.apiKey?.name ?? null }));
const change = procedure
  .meta({
    openapi: { enabled: true, tags: [], summary: '', method: 'POST', path: '/change', protect: true },
    rateLimit: false,
  })
  .input(z.object({ name: z.string() }))
  .output(z.any())
  .mutation(() => 'changed');

const routes = [
  routeOf('private', whoAmI('/private', true)),
  routeOf('public', whoAmI('/public', false)),
  routeOf('admin', whoAmI('/admin', true, ['admin', 'audit'])),
  routeOf('change', change, { body: 'required' }),
];

const REFUSED = { success: false, message: 'A valid API key is required.' };

describe('A protected route', () => {
  let service: RunningService;
  let key: string;
  let revoked: string;

  beforeAll(async () => {
    service = await startService({ routes });
    key = await service.createKey();
    revoked = await service.createKey([], 'carol');
    const [record] = await service.keyring.apiKeys.list('carol');
    await service.keyring.apiKeys.delete({ userId: 'carol', id: record?.id ?? '' });
  });

  const ask = async (headers: string[], path = '/api/private') =>
    parseAnswer(await service.raw(request(`GET ${path}`, headers)));

  it.each(['Bearer', 'bearer', 'BEARER'])('takes a key after the scheme %s', async (scheme) => {
    const { status, body } = await ask([`Authorization: ${scheme} ${key}`]);
    expect([status, JSON.parse(body)]).toEqual([200, { user: 'alice', key: 'test' }]);
  });

  it.each<[string, () => string[], string]>([
    ['no key', () => [], 'Bearer'],
    ['a malformed key', () => ['Authorization: Bearer nonsense'], 'Bearer error="invalid_token"'],
    [
      'a key with a typo',
      () => [`Authorization: Bearer ${key.slice(0, -1)}!`],
      'Bearer error="invalid_token"',
    ],
    ['an unknown key', () => [`Authorization: Bearer pgk_${'0'.repeat(46)}`], 'Bearer error="invalid_token"'],
    ['a revoked key', () => [`Authorization: Bearer ${revoked}`], 'Bearer error="invalid_token"'],
    ['another scheme', () => [`Authorization: Token ${key}`], 'Bearer error="invalid_token"'],
    ['a key without a scheme', () => [`Authorization: ${key}`], 'Bearer error="invalid_token"'],
    ['an empty header', () => ['Authorization:'], 'Bearer error="invalid_token"'],
    [
      'two Authorization headers',
      () => [`Authorization: Bearer ${key}`, `Authorization: Bearer ${key}`],
      'Bearer error="invalid_token"',
    ],
    [
      'two Authorization headers of different case',
      () => [`Authorization: Bearer ${key}`, 'authorization: Basic eDp5'],
      'Bearer error="invalid_token"',
    ],
    [
      'a header over 512 bytes',
      () => [`Authorization: Bearer ${' '.repeat(500)}${key}`],
      'Bearer error="invalid_token"',
    ],
    ['the key in another header', () => [`X-Api-Key: ${key}`], 'Bearer'],
    ['the key in a cookie', () => [`Cookie: key=${key}; __Host-session=${key}`], 'Bearer'],
  ])('refuses %s with one body for all causes', async (_what, headers, challenge) => {
    const { status, head, body } = await ask(headers());
    expect([status, JSON.parse(body)]).toEqual([401, REFUSED]);
    expect(head.split('\r\n')).toContain(`WWW-Authenticate: ${challenge}`);
    expect(head).toContain('Cache-Control: no-store');
  });

  it('refuses a key in the query and in the body', async () => {
    expect((await ask([], `/api/private?key=${key}&access_token=${key}`)).status).toBe(401);
    const posted = await service.ask('/api/change', json({ name: 'a', access_token: key }));
    expect(posted.status).toBe(401);
  });

  it('looks at the key before it looks at the input', async () => {
    const response = await service.ask('/api/change', json('{'));
    expect([response.status, await response.json()]).toEqual([401, REFUSED]);
    expect((await service.ask('/api/change', json('{', bearer(key).headers))).status).toBe(400);
  });

  it.each<[string, string[], number, number, number]>([
    ['no scopes', [], 200, 200, 200],
    ['read', ['read'], 200, 403, 403],
    ['write', ['write'], 403, 200, 403],
    ['one of two named scopes', ['admin'], 403, 403, 403],
    ['all named scopes', ['admin', 'audit'], 403, 403, 200],
    ['read and write', ['read', 'write'], 200, 200, 403],
  ])(
    'asks of a key with %s for the scopes of the procedure',
    async (_what, scopes, query, mutation, admin) => {
      const headers = bearer(await service.createKey(scopes, `scopes-${scopes.join('-')}`)).headers;
      expect((await service.ask('/api/private', { headers })).status).toBe(query);
      expect((await service.ask('/api/change', json({ name: 'a' }, headers))).status).toBe(mutation);
      expect((await service.ask('/api/admin', { headers })).status).toBe(admin);
    },
  );

  it('says which scopes are missing', async () => {
    const response = await service.ask('/api/admin', bearer(await service.createKey(['read'], 'dave')));
    expect(response.headers.get('WWW-Authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="admin audit"',
    );
    expect(await response.json()).toEqual({
      success: false,
      message: 'This call needs a permission that the caller does not have: admin, audit.',
    });
  });
});

describe('A public route', () => {
  it('knows the caller by a good key and ignores a bad one', async () => {
    const service = await startService({ routes });
    const key = await service.createKey();
    const ask = async (init?: RequestInit) => (await service.ask('/api/public', init)).json();
    expect(await ask()).toEqual({ user: null, key: null });
    expect(await ask(bearer(key))).toEqual({ user: 'alice', key: 'test' });
    expect(await ask(bearer('nonsense'))).toEqual({ user: null, key: null });
    expect(await ask({ headers: { Authorization: 'Basic eDp5' } })).toEqual({ user: null, key: null });
  });
});

describe("An application's own authenticate", () => {
  const start = (authenticate: NonNullable<Config['authenticate']>, prefix = 'Token') =>
    startService({ routes, config: { authenticate }, credentials: { header: 'Authorization', prefix } });

  const tokens: NonNullable<Config['authenticate']> = ({ headers }) => {
    const token = String(headers.authorization ?? '').replace(/^Token /, '');
    if (token === 'broken') throw new Error('the token store is down');
    if (token === 'banned') throw new ProcedureError('FORBIDDEN', 'You are banned.');
    if (token === 'stale') throw new ProcedureError('UNAUTHORIZED', 'Sign in again.');
    return token ? { user: { id: token }, ...(token === 'reader' ? { scopes: ['read'] } : {}) } : null;
  };
  const as = (token: string) => ({ headers: { Authorization: `Token ${token}` } });

  it('tells who calls', async () => {
    const { ask } = await start(tokens);
    expect(await (await ask('/api/private', as('erin'))).json()).toEqual({ user: 'erin', key: null });
    expect(await (await ask('/api/public', as('erin'))).json()).toEqual({ user: 'erin', key: null });
  });

  it('may name scopes, and without them allows everything', async () => {
    const { ask } = await start(tokens);
    expect((await ask('/api/admin', as('erin'))).status).toBe(200);
    expect((await ask('/api/private', as('reader'))).status).toBe(200);
    expect((await ask('/api/admin', as('reader'))).status).toBe(403);
  });

  it('that names an empty list of scopes allows nothing', async () => {
    const { ask } = await start(() => ({ user: { id: 'erin' }, scopes: [] }));
    expect((await ask('/api/private')).status).toBe(403);
  });

  it('challenges with its own scheme', async () => {
    const { ask } = await start(() => null);
    const missing = await ask('/api/private');
    expect([missing.status, missing.headers.get('WWW-Authenticate')]).toEqual([401, 'Token']);
    expect(await missing.json()).toEqual({ success: false, message: 'Valid credentials are required.' });
    const wrong = await ask('/api/private', as('x'));
    expect([wrong.status, wrong.headers.get('WWW-Authenticate')]).toEqual([
      401,
      'Token error="invalid_token"',
    ]);
  });

  it('challenges for a 401 that a handler throws', async () => {
    const login = procedure
      .meta(meta('/login', false))
      .output(z.any())
      .query(() => {
        throw new ProcedureError('UNAUTHORIZED', 'Wrong password.');
      });
    const { ask } = await startService({
      routes: [routeOf('login', login)],
      config: { authenticate: tokens },
      credentials: { header: 'Authorization', prefix: 'Token' },
    });
    const answer = await ask('/api/login');
    expect([answer.status, answer.headers.get('WWW-Authenticate')]).toEqual([401, 'Token']);
    expect(await answer.json()).toEqual({ success: false, message: 'Wrong password.' });
  });

  it('challenges with a scheme where its credentials have none', async () => {
    const { ask } = await start({ scheme: { header: 'X-Token', prefix: '' }, verify: () => null }, '');
    expect((await ask('/api/private')).headers.get('WWW-Authenticate')).toBe('ApiKey');
  });

  it('may refuse in its own words, which a public route does not hear', async () => {
    const { ask } = await start(tokens);
    const stale = await ask('/api/private', as('stale'));
    expect([stale.status, await stale.json()]).toEqual([401, { success: false, message: 'Sign in again.' }]);
    expect(stale.headers.get('WWW-Authenticate')).toBe('Token error="invalid_token"');
    const banned = await ask('/api/private', as('banned'));
    expect([banned.status, await banned.json()]).toEqual([
      403,
      { success: false, message: 'You are banned.' },
    ]);
    expect((await ask('/api/public', as('banned'))).status).toBe(200);
  });

  it('leaves keys nothing to open', async () => {
    const { ask, createKey } = await start(tokens);
    const key = await createKey();
    expect(await (await ask('/api/private', bearer(key))).json()).toMatchObject({ key: null });
  });

  it('that breaks is a logged 500', async () => {
    const { ask, lines } = await start(tokens);
    for (const path of ['/api/private', '/api/public']) {
      const response = await ask(path, as('broken'));
      expect([response.status, await response.json()]).toEqual([
        500,
        { success: false, message: 'Internal server error.' },
      ]);
    }
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(2);
  });

  it('may add fields to the user', async () => {
    const typed = createProcedure<{ user: { id: string; role: string } }>()
      .meta(meta('/role', true))
      .output(z.any())
      .query(({ ctx }) => ctx.user.role);
    const { ask } = await startService({
      routes: [routeOf('role', typed)],
      config: { authenticate: () => ({ user: { id: 'erin', role: 'editor' } }) },
    });
    expect(await (await ask('/api/role')).json()).toBe('editor');
  });
});
