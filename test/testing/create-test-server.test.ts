import { type Config, ProcedureError } from 'procgen';
import { createTestServer, type TestServer, type TestServerOptions } from 'procgen/testing';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../generated/client.js';
import { routes as ownRoutes } from '../../generated/routes.js';
import ownConfig from '../../procgen.config.js';
import { hanging, routes } from './small-routes.js';

const DAY_MS = 86_400_000;

async function start(config: Config = {}, options: TestServerOptions = {}): Promise<TestServer> {
  const server = await createTestServer(routes, config, options);
  onTestFinished(() => server.close());
  return server;
}

/** The header that shows the server's key. */
const withKey = ({ apiKey }: TestServer) => ({ headers: { Authorization: `Bearer ${apiKey}` } });

function post(server: TestServer, body: unknown, more: Record<string, string> = {}): Promise<Response> {
  const headers = { ...withKey(server).headers, 'Content-Type': 'application/json', ...more };
  return server.fetch('/api/items', { method: 'POST', headers, body: JSON.stringify(body) });
}

describe('A generated client', () => {
  it('takes the server as its options', async () => {
    const server = await createTestServer(ownRoutes, ownConfig, { user: 'ada' });
    onTestFinished(() => server.close());
    const api = createClient(server);
    const { id, key } = await api.apiKeys
      .create({ name: 'second', expiresAt: new Date(Date.now() + DAY_MS) })
      .orThrow();
    const [newest, first] = await api.apiKeys.list().orThrow();
    expect([newest?.id, first?.name]).toEqual([id, 'test']);
    const second = createClient({ ...server, apiKey: key });
    await second.apiKeys.list().orThrow();
    await api.apiKeys.delete({ id }).orThrow();
    const gone = await second.apiKeys.list();
    expect(gone).toMatchObject({ kind: 'failure', status: 401 });
    expect(await createClient({ ...server, apiKey: null }).apiKeys.list()).toMatchObject({ status: 401 });
    expect(await api.health.check()).toMatchObject({ success: true });
  });

  it('is told which field is wrong, in its language', async () => {
    const server = await createTestServer(ownRoutes, ownConfig);
    onTestFinished(() => server.close());
    const german = createClient({ ...server, headers: { 'Accept-Language': 'de' } });
    const created = await german.apiKeys.create({ name: 'a' });
    expect(created).toMatchObject({ message: expect.stringContaining('Schlüssel') });
    expect(await german.apiKeys.create({ name: '' })).toMatchObject({
      status: 400,
      errors: [{ path: ['name'] }],
    });
  });
});

describe('A key', () => {
  it("is the user's, may do everything, and comes from this machine", async () => {
    const server = await start();
    const answer = await server.fetch(`${server.baseUrl}/api/me`, withKey(server));
    expect([answer.status, await answer.json()]).toEqual([200, { id: 'test', ip: '127.0.0.1' }]);
    expect((await post(server, { name: 'a' })).status).toBe(200);
    expect((await server.fetch('/api/me')).status).toBe(401);
    expect((await server.fetch('/api/me', withKey(await start({}, { user: 'eve' })))).status).toBe(401);
  });

  it('has the scopes that it was given', async () => {
    expect((await post(await start({}, { scopes: ['items:read'] }), { name: 'a' })).status).toBe(403);
    expect((await post(await start({}, { scopes: ['items:write'] }), { name: 'a' })).status).toBe(200);
    await expect(start({}, { scopes: ['with a blank'] })).rejects.toThrow(ProcedureError);
  });

  it('of another user, which expires, is made by the keyring and ends with the clock', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const server = await start({}, { now: () => now });
    const { apiKeys } = await server.keyring();
    const expiresAt = new Date(now + DAY_MS);
    const { record, secret } = await apiKeys.create({ userId: 'bob', name: 'short', expiresAt });
    expect(record.createdAt).toEqual(new Date(now));
    const ask = async () => {
      const answer = await server.fetch('/api/me', withKey({ ...server, apiKey: secret }));
      return [answer.status, (await answer.json()).id];
    };
    now += DAY_MS - 1;
    expect(await ask()).toEqual([200, 'bob']);
    now += 1;
    expect(await ask()).toEqual([401, undefined]);
    expect((await server.fetch('/api/me', withKey(server))).status).toBe(200);
  });
});

describe('Rate limits', () => {
  const config = { rateLimits: { QUERY: { limit: 2, windowMs: 60_000 } } };

  it('follow the clock to the millisecond', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const server = await start(config, { now: () => now });
    const ask = async () => {
      const { status, headers } = await server.fetch('/api/me', withKey(server));
      return [status, headers.get('X-RateLimit-Remaining'), headers.get('Retry-After')];
    };
    expect([await ask(), await ask()]).toEqual([
      [200, '1', null],
      [200, '0', null],
    ]);
    now += 59_999;
    expect(await ask()).toEqual([429, '0', '1']);
    now += 1;
    expect(await ask()).toEqual([200, '1', null]);
  });

  it('follow a clock that the test runner replaces after the start', async () => {
    const server = await start(config);
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const ask = async () => (await server.fetch('/api/me', withKey(server))).status;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
    vi.setSystemTime(Date.now() + 60_000);
    expect(await ask()).toBe(200);
  });

  it('count failed keys by the same clock', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const server = await start({}, { now: () => now });
    const guess = async () =>
      (await server.fetch('/api/me', withKey({ ...server, apiKey: `pgk_${'a'.repeat(46)}` }))).status;
    const statuses = new Set<number>();
    for (let count = 0; count < 20; count++) statuses.add(await guess());
    expect([...statuses, await guess()]).toEqual([401, 429]);
    now += 60_000;
    expect(await guess()).toBe(401);
  });
});

it('Answers are kept for a day by the same clock', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const server = await start({}, { now: () => now });
  const isReplayed = async () => {
    const { headers } = await post(server, { name: 'a' }, { 'Idempotency-Key': 'once' });
    return headers.get('Idempotent-Replayed') === 'true';
  };
  expect(await isReplayed()).toBe(false);
  now += DAY_MS - 1;
  expect(await isReplayed()).toBe(true);
  now += 1;
  expect(await isReplayed()).toBe(false);
});

describe('The configuration', () => {
  it('counts as under serve, but for the stores and the sign-in', async () => {
    const events: string[] = [];
    const server = await start({
      store: 'postgres://nowhere',
      rateLimitStore: 'redis://127.0.0.1:1',
      signIn: {
        openId: { issuer: 'https://nowhere.invalid', clientId: 'a', clientSecretFrom: 'NOWHERE' } as never,
      },
      onStart: () => void events.push('start'),
      onStop: () => void events.push('stop'),
      authenticate: ({ headers }) => (headers['x-token'] === 's3cret' ? { user: { id: 'ada' } } : null),
      context: async (ctx) => ({ tenant: `of ${ctx.user?.id}` }),
    });
    expect(events).toEqual(['start']);
    const answer = await server.fetch('/api/me', { headers: { 'X-Token': 's3cret' } });
    expect(await answer.json()).toEqual({ id: 'ada', ip: '127.0.0.1', tenant: 'of ada' });
    expect((await server.fetch('/api/me', withKey(server))).status).toBe(401);
    await server.close();
    expect(events).toEqual(['start', 'stop']);
  });

  it('takes hosts and proxies of the request', async () => {
    const server = await start({ trustProxy: 1 });
    const headers = { ...withKey(server).headers, 'X-Forwarded-For': '192.0.2.7' };
    const answer = await server.fetch('https://tenant.example/api/me', { headers });
    expect(await answer.json()).toMatchObject({ ip: '192.0.2.7' });
  });

  it('makes the start fail as serve would', async () => {
    const onStop = vi.fn();
    const onStart = () => Promise.reject(new Error('No database.'));
    await expect(createTestServer(routes, { onStart, onStop })).rejects.toThrow('No database.');
    await expect(createTestServer(routes, { trustProxy: -1 })).rejects.toThrow('trustProxy cannot be -1.');
    expect(onStop).not.toHaveBeenCalled();
  });
});

describe('What goes wrong', () => {
  const spy = () => vi.spyOn(console, 'error').mockImplementation(() => {});
  afterEach(() => vi.restoreAllMocks());

  it('is printed in one line with the place in the code, and reaches onError', async () => {
    const printed = spy();
    const onError = vi.fn();
    const server = await start({ onError });
    const answer = await server.fetch('/api/crash');
    expect([answer.status, (await answer.json()).success]).toEqual([500, false]);
    expect(onError).toHaveBeenCalledWith(
      expect.any(TypeError),
      expect.objectContaining({ procedure: 'crash' }),
    );
    expect(printed.mock.calls).toEqual([[expect.any(String)]]);
    const [[line = ''] = []] = printed.mock.calls;
    expect(line).toMatch(
      /^procgen error: request failed: TypeError: No disk\. None at all\. at .*small-routes\.ts:\d+:\d+\)? \{.*"path":"\/api\/crash"\}$/,
    );
  });

  it('is refused with its own message, and not printed, where a handler says so', async () => {
    const printed = spy();
    const answer = await (await start()).fetch('/api/refuse');
    expect([answer.status, (await answer.json()).message]).toEqual([409, 'There is one.']);
    expect(printed).not.toHaveBeenCalled();
  });

  it('is also an answer that breaks what the procedure declares', async () => {
    const printed = spy();
    expect((await (await start()).fetch('/api/undeclared')).status).toBe(500);
    expect(printed).toHaveBeenCalledWith(expect.stringMatching(/^procgen error: .* 202/));
  });

  it('goes to the log that was given, or nowhere', async () => {
    const printed = spy();
    const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    await (await start({}, { log })).fetch('/api/crash');
    expect(log.error).toHaveBeenCalledWith(
      expect.objectContaining({ err: expect.any(TypeError) }),
      'request failed',
    );
    expect(log.info).not.toHaveBeenCalled();
    await (await start({}, { log: false })).fetch('/api/crash');
    expect(printed).not.toHaveBeenCalled();
  });
});

describe('fetch', () => {
  it('takes a URL, a Request and a body that is streamed', async () => {
    const server = await start();
    const urls = [
      new URL('/api/me', server.baseUrl),
      new Request(`${server.baseUrl}/api/me`, withKey(server)),
    ];
    for (const url of urls) expect((await server.fetch(url, withKey(server))).status).toBe(200);
    expect((await server.fetch(urls[1] as Request)).status).toBe(200);
    const headers = { ...withKey(server).headers, 'Content-Type': 'application/json' };
    const body = new Blob(['{"name":', '"a"}']).stream();
    const streamed = { method: 'POST', headers, body, duplex: 'half' };
    expect(await (await server.fetch('/api/items', streamed)).json()).toBe('a');
    expect((await server.fetch('/nowhere')).status).toBe(404);
    await expect(server.fetch('/api/me', { method: 'a b' })).rejects.toThrow(TypeError);
  });

  it('rejects when the caller gives up, and the handler hears of it', async () => {
    const server = await start();
    const gone = new Promise<void>((resolve) => {
      hanging.onGone = resolve;
    });
    const caller = new AbortController();
    const requested = server.fetch('/api/hang', { signal: caller.signal });
    setTimeout(() => caller.abort(new Error('Enough.')), 20);
    await expect(requested).rejects.toThrow('Enough.');
    await gone;
    await expect(server.fetch('/api/me', { signal: caller.signal })).rejects.toThrow('Enough.');
    const request = new Request(`${server.baseUrl}/api/me`, { signal: caller.signal });
    await expect(server.fetch(request)).rejects.toThrow('Enough.');
  });
});

describe('close', () => {
  it('waits for calls under way, refuses later ones, and may come twice', async () => {
    const server = await start({}, { log: false });
    await server.ready();
    const requested = post(server, { name: 'last' });
    await server.close();
    expect((await requested).status).toBe(200);
    await server.close();
    expect((await server.fetch('/api/me', withKey(server))).status).toBe(503);
    expect(await (await server.keyring()).isReady()).toBe(false);
  });
});
