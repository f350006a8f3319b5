import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { generateSecret } from '../../src/keys/key-format.js';
import { DAY_MS } from './open-test-keyring.js';
import { type KeyService, startKeyService } from './support/start-key-service.js';

const REFUSED = '{"success":false,"message":"A valid API key is required."}';

/** Sends a list of keys with these header lines, and gives status and body. */
async function list(service: KeyService, headers: readonly string[], target = '/api/api-keys') {
  const lines = [`GET ${target} HTTP/1.1`, 'Host: test', 'Connection: close', ...headers, '', ''];
  const received = await service.raw(lines.join('\r\n'));
  const end = received.indexOf('\r\n\r\n');
  return {
    status: Number(received.split(' ')[1]),
    head: received.slice(0, end).split('\r\n').slice(1),
    body: received.slice(end + 4),
  };
}

describe('K-03', () => {
  it('knows a key by its id in URLs, log, audit log and store, and by nothing of the secret', async () => {
    const service = await startKeyService();
    const { id, key } = await service.createKey();
    const made = await service.call('POST', '/api-keys', { key, body: { name: 'second' } });
    const second = made.body.payload as unknown as { id: string; key: string };
    await service.call('GET', '/api-keys', { key: second.key });
    await service.call('GET', '/api-keys', { key: `${second.key.slice(0, -1)}!` });
    // A refusal is noted behind its answer.
    await expect.poll(() => service.readAudit()).toHaveLength(4);
    await service.call('DELETE', `/api-keys/${second.id}`, { key });
    expect((await service.readAudit()).map(({ event, key, actorKey }) => [event, key, actorKey])).toEqual([
      ['user.created', null, undefined],
      ['key.created', id, undefined],
      ['key.created', second.id, id],
      ['key.refused', null, undefined],
      ['key.deleted', second.id, id],
    ]);
    for (const secret of [key, second.key]) {
      expect(service.readLog()).not.toContain(secret.slice(8, 20));
      expect(await service.readAll()).not.toContain(secret.slice(8, 20));
    }
  });
});

describe('K-05', () => {
  it('takes a key in one way only', async () => {
    const service = await startKeyService();
    const { key } = await service.createKey();
    const padding = 512 - `Bearer ${key}`.length;
    for (const accepted of [
      `Authorization: Bearer ${key}`,
      `authorization: bearer ${key}`,
      `AUTHORIZATION: BEARER  ${key} `,
      `Authorization: Bearer ${' '.repeat(padding)}${key}`,
    ])
      expect([accepted, (await list(service, [accepted])).status]).toEqual([accepted, 200]);

    const refused: readonly (readonly string[])[] = [
      [`Authorization: ${key}`],
      [`Authorization: Bearer${key}`],
      [`Authorization: Bearer=${key}`],
      [`Authorization: Bearer\t${key}`],
      [`Authorization: Bearer "${key}"`],
      [`Authorization: Bearer ${key},`],
      [`Authorization: Bearer ${key}, Bearer ${key}`],
      [`Authorization: Bearer ${key} ${key}`],
      [`Authorization: Bearer token=${key}`],
      [`Authorization: Bearer ${key.replace('_', '%5F')}`],
      [`Authorization: Bearer ${key.toUpperCase()}`],
      [`Authorization: Bearer ${key}\u00e9`],
      [`Authorization: Basic ${Buffer.from(`${key}:`).toString('base64')}`],
      [`Authorization: Token ${key}`],
      [`Authorization: Bearer ${' '.repeat(padding + 1)}${key}`],
      [`Authorization: Bearer ${key}`, `Authorization: Bearer ${key}`],
      [`Authorization: Bearer ${key}`, 'authorization:'],
      ['Authorization: Bearer nonsense', `Authorization: Bearer ${key}`],
      [`Proxy-Authorization: Bearer ${key}`],
      [`X-Api-Key: ${key}`],
      [`Api-Key: ${key}`],
      [`Cookie: api_key=${key}; authorization=Bearer ${key}`],
      [`X-Forwarded-Authorization: Bearer ${key}`],
    ];
    for (const headers of refused) {
      const { status, body } = await list(service, headers);
      expect([headers, status, body]).toEqual([headers, 401, REFUSED]);
    }
    const targets = [
      'key',
      'api_key',
      'apiKey',
      'access_token',
      'token',
      'authorization',
      'Authorization',
    ].map((name) => `/api/api-keys?${name}=${name.startsWith('a') ? 'Bearer%20' : ''}${key}`);
    for (const target of targets) expect((await list(service, [], target)).status).toBe(401);
    for (const body of [{ key }, { access_token: key }, { apiKey: key, name: 'x' }])
      expect((await service.call('POST', '/api-keys', { body })).status).toBe(401);
    expect(await service.keyring.apiKeys.list('alice')).toHaveLength(1);
  });

  it('reads no header that another one was split from', async () => {
    const service = await startKeyService();
    const { key } = await service.createKey();
    for (const header of [
      `X-Note: a\rAuthorization: Bearer ${key}`,
      `X-Note: a\n Authorization: Bearer ${key}`,
      `X-Note: a\u0000Authorization: Bearer ${key}`,
      `Authorization : Bearer ${key}`,
      `Authorization: Bearer\r\n ${key}`,
    ])
      expect([header, (await list(service, [header])).status < 300]).toEqual([header, false]);
  });
});

describe('K-06', () => {
  it('answers every cause with the same bytes, and tells them apart in nothing but the challenge', async () => {
    const service = await startKeyService();
    const revoked = await service.createKey();
    await service.keyring.apiKeys.delete({ userId: 'alice', id: revoked.id });
    const expired = await service.createKey({ expiresAt: new Date(service.clock.now + 1) });
    service.clock.now += 1;
    const disabled = await service.createKey();
    await service.keyring.apiKeys.update({ userId: 'alice', id: disabled.id, disabled: true });
    const causes = {
      missing: [],
      malformed: ['Authorization: Bearer nonsense'],
      mistyped: [`Authorization: Bearer ${generateSecret().slice(0, -6)}000000`],
      unknown: [`Authorization: Bearer ${generateSecret()}`],
      expired: [`Authorization: Bearer ${expired.key}`],
      revoked: [`Authorization: Bearer ${revoked.key}`],
      disabled: [`Authorization: Bearer ${disabled.key}`],
      twice: [`Authorization: Bearer ${generateSecret()}`, `Authorization: Bearer ${generateSecret()}`],
    };
    const seen = new Set<string>();
    for (const [cause, headers] of Object.entries(causes)) {
      const { status, head, body } = await list(service, headers);
      expect([cause, status, body]).toEqual([cause, 401, REFUSED]);
      const challenge = cause === 'missing' ? 'Bearer' : 'Bearer error="invalid_token"';
      expect(head).toContain(`WWW-Authenticate: ${challenge}`);
      seen.add(head.filter((line) => !/^(Date|X-Request-Id|WWW-Authenticate):/.test(line)).join('\n'));
    }
    expect(seen.size).toBe(1);
  });

  it('answers 403 with its own challenge when a scope is missing', async () => {
    const service = await startKeyService();
    const { key } = await service.createKey({ scopes: ['read'] });
    const { status, text, headers } = await service.call('POST', '/api-keys', { key, body: { name: 'x' } });
    expect([status, JSON.parse(text)]).toEqual([
      403,
      { success: false, message: 'This call needs a permission that the caller does not have: write.' },
    ]);
    expect(headers.get('WWW-Authenticate')).toBe('Bearer error="insufficient_scope"');
  });
});

describe('K-07', () => {
  it('shows the secret in the answer to create and never again', async () => {
    const service = await startKeyService();
    const { key } = await service.createKey();
    const body = { name: 'once', scopes: ['read', 'write'] };
    const created = await service.call('POST', '/api-keys', { key, body });
    const made = created.body.payload as unknown as { id: string; key: string };
    expect(created.status).toBe(201);
    expect(created.headers.get('Cache-Control')).toBe('no-store');
    expect(created.text.split(made.key)).toHaveLength(2);

    const others = await Promise.all([
      service.call('GET', '/api-keys', { key: made.key }),
      service.call('GET', '/api-keys', { key }),
      service.call('POST', '/api-keys', { key: made.key, body: { name: '' } }),
      service.call('POST', '/api-keys', { key: made.key, body: { name: 'wider' } }),
      service.call('POST', '/api-keys', { key: made.key, body: `{"name":"${made.key}"` }),
      service.call('DELETE', '/api-keys/key_unknown', { key: made.key }),
      service.call('GET', '/nothing', { key: made.key }),
      service.call('PATCH', '/api-keys', { key: made.key }),
    ]);
    const deleted = await service.call('DELETE', `/api-keys/${made.id}`, { key: made.key });
    const refused = await service.call('GET', '/api-keys', { key: made.key });
    expect([deleted.status, refused.status]).toEqual([200, 401]);
    for (const { text, headers } of [...others, deleted, refused]) {
      const whole = text + JSON.stringify([...headers]);
      expect(whole).not.toContain(made.key.slice(8, 20));
      expect(headers.get('Cache-Control')).toBe('no-store');
    }
  });
});

describe('K-08', () => {
  it.each([
    ['in the past', -1],
    ['now', 0],
    ['a year and a millisecond ahead', 365 * DAY_MS + 1],
  ])('refuses an expiry %s', async (_, offsetMs) => {
    const service = await startKeyService();
    const { key } = await service.createKey();
    const expiresAt = new Date(service.clock.now + offsetMs).toISOString();
    const answer = await service.call('POST', '/api-keys', { key, body: { name: 'x', expiresAt } });
    expect([answer.status, answer.body.errors?.map(({ path }) => path)]).toEqual([400, [['expiresAt']]]);
  });

  it('looks at the expiry on every request, to the millisecond', async () => {
    const service = await startKeyService();
    const { key } = await service.createKey();
    const end = service.clock.now + DAY_MS;
    const body = { name: 'x', expiresAt: new Date(end).toISOString() };
    const created = await service.call('POST', '/api-keys', { key, body });
    const made = created.body.payload as unknown as { key: string };
    const ask = async () => (await service.call('GET', '/api-keys', { key: made.key })).status;
    service.clock.now = end - 1;
    expect(await ask()).toBe(200);
    service.clock.now = end;
    expect(await ask()).toBe(401);
    service.clock.now = end + 1000 * DAY_MS;
    expect(await ask()).toBe(401);
  });
});

describe('K-09', () => {
  const END = Date.UTC(2026, 3, 1);
  const day = (offset: number) => new Date(END + offset * DAY_MS).toISOString();

  it.each<[string[], object, number]>([
    [['read', 'write'], { scopes: ['read'], expiresAt: day(0) }, 201],
    [['read', 'write'], { scopes: ['write', 'read'], expiresAt: day(-1) }, 201],
    [['read', 'write'], { expiresAt: day(0) }, 403],
    [['read', 'write'], { scopes: [], expiresAt: day(0) }, 403],
    [['write'], { scopes: ['read'], expiresAt: day(0) }, 403],
    [['write'], { scopes: ['write', 'admin'], expiresAt: day(0) }, 403],
    [['write'], { scopes: ['WRITE'], expiresAt: day(0) }, 403],
    [['write'], { scopes: ['write'] }, 403],
    [['write'], { scopes: ['write'], expiresAt: day(0.001) }, 403],
    [[], { expiresAt: day(0) }, 201],
    [[], { scopes: ['admin'], expiresAt: day(-1) }, 201],
    [[], {}, 403],
    [[], { expiresAt: null }, 400],
  ])('a key with %j makes one with %j: %i', async (scopes, terms, status) => {
    const service = await startKeyService();
    const { key } = await service.createKey({ scopes, expiresAt: new Date(END) });
    const answer = await service.call('POST', '/api-keys', { key, body: { name: 'made', ...terms } });
    expect(answer.status).toBe(status);
    expect(await service.keyring.apiKeys.list('alice')).toHaveLength(status === 201 ? 2 : 1);
  });
});

describe('K-10', () => {
  const ASSIGNED: Record<string, unknown> = {
    userId: 'mallory',
    ownerId: 'mallory',
    owner: 'mallory',
    user: { id: 'mallory' },
    id: 'key_0000000000000000',
    hash: 'f'.repeat(64),
    pepperId: null,
    key: `pgk_${'0'.repeat(46)}`,
    secret: 'secret',
    start: 'pgk_aaaa',
    createdAt: '2020-01-01T00:00:00Z',
    lastUsedAt: '2020-01-01T00:00:00Z',
    parentKey: null,
    apiKey: null,
    enabled: true,
    rateLimit: { max: 1e9 },
    permissions: ['*'],
    constructor: {},
    'user.id': 'mallory',
    'user[id]': 'mallory',
  };

  it('takes the owner from the caller: a field that is not the caller’s to say is a 400', async () => {
    const service = await startKeyService();
    const { key } = await service.createKey();
    const before = await service.readRecords();
    for (const [field, value] of Object.entries(ASSIGNED)) {
      const answer = await service.call('POST', '/api-keys', { key, body: { name: 'x', [field]: value } });
      expect([field, answer.status, answer.body.errors?.map(({ path }) => path)]).toEqual([
        field,
        400,
        [[field]],
      ]);
    }
    for (const body of ['{"name":"x","__proto__":{"userId":"mallory"}}', '[{"name":"x"}]', '"x"', 'null'])
      expect((await service.call('POST', '/api-keys', { key, body })).status).toBe(400);
    expect(await service.readRecords()).toBe(before);
  });

  it('ignores what the query says of the owner', async () => {
    const service = await startKeyService();
    const { key } = await service.createKey();
    await service.createKey({ userId: 'mallory' });
    const path = '/api-keys?userId=mallory&ownerId=mallory';
    expect((await service.call('POST', path, { key, body: { name: 'x' } })).status).toBe(201);
    expect(await service.keyring.apiKeys.list('mallory')).toHaveLength(1);
    expect(JSON.parse((await service.call('GET', path, { key })).text).payload).toHaveLength(2);
  });

  it('stores nothing for who comes without a key, whatever is asked (CVE-2025-61928)', async () => {
    const service = await startKeyService();
    const before = await service.readRecords();
    for (const [field, value] of Object.entries(ASSIGNED)) {
      const answer = await service.call('POST', '/api-keys', { body: { name: 'x', [field]: value } });
      expect([field, answer.status, answer.text]).toEqual([field, 401, REFUSED]);
    }
    expect(await service.readRecords()).toBe(before);
    expect(await service.keyring.isFresh()).toBe(true);
  });
});

describe('What the key service refuses', () => {
  it('is said in the caller’s language', async () => {
    const service = await startKeyService({ keyring: { maxKeysPerUser: 1 } });
    const { key } = await service.createKey();
    const create = async (body: object) => {
      const init = { method: 'POST', body: JSON.stringify(body) };
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const answer = await service.ask('/api/api-keys', {
        ...init,
        headers: { ...headers, 'Accept-Language': 'de' },
      });
      return answer.json();
    };
    expect(await create({ name: 'x', expiresAt: '2001-01-01', scopes: ['a b'] })).toEqual({
      success: false,
      message: 'Die Anfrage ist ungültig.',
      errors: [
        {
          path: ['scopes', '0'],
          message: 'Ein Recht hat 1 bis 100 Zeichen, ohne Leer- und Anführungszeichen.',
        },
        { path: ['expiresAt'], message: 'Ein Schlüssel läuft in der Zukunft ab.' },
      ],
    });
    expect(await create({ name: 'x' })).toEqual({
      success: false,
      message: 'Ein Benutzer hat höchstens 1 Schlüssel. Löschen Sie zuerst einen.',
    });
  });
});

describe('K-11', () => {
  it('shows and deletes only one’s own keys; a foreign id is a 404 like an unknown one', async () => {
    const service = await startKeyService();
    const { id, key } = await service.createKey();
    const bob = await service.createKey({ userId: 'bob', name: 'bob’s' });
    const listed = await service.call('GET', '/api-keys', { key });
    expect(JSON.parse(listed.text).payload).toMatchObject([{ id }]);
    const foreign = await service.call('DELETE', `/api-keys/${bob.id}`, { key });
    const unknown = await service.call('DELETE', '/api-keys/key_0000000000000000', { key });
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect((await service.call('GET', '/api-keys', { key: bob.key })).status).toBe(200);
  });
});

describe('K-12', () => {
  it('a request that a leaked key began before it was deleted makes no other key', async () => {
    const service = await startKeyService();
    const leaked = await service.createKey();
    const body = JSON.stringify({ name: 'backdoor' });
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write(
      `POST /api/api-keys HTTP/1.1\r\nHost: test\r\nConnection: close\r\nAuthorization: Bearer ${leaked.key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    await expect
      .poll(async () => (await service.keyring.apiKeys.list('alice'))[0]?.lastUsedAt)
      .not.toBeNull();
    await service.keyring.apiKeys.delete({ userId: 'alice', id: leaked.id });
    socket.write(body.slice(5));
    let received = '';
    for await (const chunk of socket) received += chunk;
    expect(received).toMatch(/^HTTP\/1\.1 401 .*\r\nWWW-Authenticate: Bearer/s);
    expect(received.endsWith(REFUSED)).toBe(true);
    expect(await service.keyring.apiKeys.list('alice')).toEqual([]);
  });
});

describe('K-13', () => {
  it('shows a use at once and writes nothing for it on the request’s path', async () => {
    const service = await startKeyService();
    const { key } = await service.createKey();
    const before = await service.readAll();
    service.clock.now += 5000;
    for (let use = 0; use < 50; use++) await service.call('GET', '/api-keys', { key });
    const listed = JSON.parse((await service.call('GET', '/api-keys', { key })).text);
    expect(listed.payload[0].lastUsedAt).toBe(new Date(service.clock.now).toISOString());
    expect(await service.readAll()).toBe(before);
  });
});

describe('K-14', () => {
  it('gives 100 of 200 who ask at once a key, and a 409 to the others', async () => {
    const service = await startKeyService();
    const { key } = await service.createKey();
    const create = async (index: number): Promise<number> => {
      const { status } = await service.call('POST', '/api-keys', { key, body: { name: `key ${index}` } });
      // A database may be too busy for so many at once; nothing has happened then.
      return status === 503 ? create(index) : status;
    };
    const statuses = await Promise.all(Array.from({ length: 200 }, (_, index) => create(index)));
    expect(statuses.filter((status) => status === 201)).toHaveLength(99);
    expect(statuses.filter((status) => status === 409)).toHaveLength(101);
    expect(await service.keyring.apiKeys.list('alice')).toHaveLength(100);
  });

  it('keeps the limit that is configured', async () => {
    const service = await startKeyService({ keyring: { maxKeysPerUser: 2 } });
    const { key } = await service.createKey();
    const create = () => service.call('POST', '/api-keys', { key, body: { name: 'x' } });
    expect((await create()).status).toBe(201);
    const refused = await create();
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'A user has at most 2 keys. Delete one first.',
    ]);
  });

  it.each([
    ['👍'.repeat(100), 201],
    ['👍'.repeat(101), 400],
    ['x'.repeat(101), 400],
    ['', 400],
    ['a\u0000b', 400],
    ['\ud800', 400],
    ['ci\u202e', 400],
    ['\u2066ci', 400],
    ['ci\u2028', 400],
  ])(
    'takes the names that every store can hold, their characters counted as in the description: %#',
    async (name, status) => {
      const service = await startKeyService();
      const { key } = await service.createKey();
      const { body, ...answer } = await service.call('POST', '/api-keys', { key, body: { name } });
      expect(answer.status).toBe(status);
      if (status === 400) expect(body.errors?.map(({ path }) => path)).toEqual([['name']]);
    },
  );

  it.each(['x', 'x'.repeat(100), '<script>alert(1)</script>', 'עברית', '👩‍👩‍👧'])(
    'gives the name %j back as text',
    async (name) => {
      const service = await startKeyService();
      const { key } = await service.createKey();
      const created = await service.call('POST', '/api-keys', { key, body: { name } });
      expect(created.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
      expect(created.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(created.body.payload).toMatchObject({ name });
    },
  );
});

describe('K-15', () => {
  it('notes over HTTP who asked, with which key, from where and in which request', async () => {
    const service = await startKeyService();
    const { id, key } = await service.createKey();
    const create = await service.call('POST', '/api-keys', { key, body: { name: 'x' } });
    const made = create.body.payload as unknown as { id: string };
    const remove = await service.call('DELETE', `/api-keys/${made.id}`, { key });
    const refuse = await service.call('GET', '/api-keys', { key: generateSecret() });
    const requests = [create, remove, refuse].map(({ headers }) => headers.get('X-Request-Id'));
    const from = { actor: 'alice', actorKey: id, user: 'alice', address: '127.0.0.1' };
    await expect.poll(() => service.readAudit()).toHaveLength(5);
    expect((await service.readAudit()).slice(2)).toMatchObject([
      { event: 'key.created', key: made.id, ...from, requestId: requests[0] },
      { event: 'key.deleted', key: made.id, ...from, requestId: requests[1] },
      {
        event: 'key.refused',
        actor: null,
        key: null,
        address: '127.0.0.1',
        requestId: requests[2],
        count: 1,
      },
    ]);
  });

  it('notes from the dashboard who signed in and out, and what was done there', async () => {
    const service = await startKeyService();
    const { token } = await service.keyring.users.createSignInToken('alice');
    const post = (path: string, fields: Record<string, string>, cookie = '') =>
      service.ask(`/dashboard${path}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { 'Sec-Fetch-Site': 'same-origin', Cookie: cookie },
      });
    await post('/sign-in', { token: 'nonsense' });
    await expect.poll(() => service.readAudit()).toHaveLength(3);
    const [cookie = ''] = (await post('/sign-in', { token })).headers.getSetCookie();
    const session = cookie.split(';')[0];
    expect((await post('/api-keys', { name: 'CI' }, session)).status).toBe(201);
    const [record] = await service.keyring.apiKeys.list('alice');
    await post('/sign-out', {}, session);
    const from = { address: '127.0.0.1', requestId: expect.stringMatching(/^[\w.-]+$/) };
    const byAlice = { ...from, actor: 'alice', user: 'alice' };
    expect((await service.readAudit()).slice(2)).toMatchObject([
      { event: 'sign-in.refused', ...from, actor: null, count: 1 },
      { event: 'sign-in-link.used', ...byAlice },
      { event: 'user.signed-in', ...byAlice, method: 'link' },
      { event: 'key.created', ...byAlice, key: record?.id },
      { event: 'user.signed-out', ...byAlice },
    ]);
  });

  it('has one line for a thousand refusals of an address in a minute', async () => {
    const service = await startKeyService();
    const refuse = () => service.call('GET', '/api-keys', { key: generateSecret() });
    // As many at a time as the system lets wait for their connection.
    for (let count = 0; count < 1_000; count += 100) await Promise.all(Array.from({ length: 100 }, refuse));
    const readRefusals = async () =>
      (await service.readAudit()).filter(({ event }) => event === 'key.refused');
    await expect.poll(readRefusals).toHaveLength(1);
  });
});

describe('K-16', () => {
  it('lets nobody make a user or a key who has no secret yet', async () => {
    const service = await startKeyService();
    const before = await service.readRecords();
    const attempts: [string, string][] = ['/api-keys', '/users', '/setup', '/register', '/sign-up'].flatMap(
      (path) => [`/api${path}`, `/dashboard${path}`].map((target): [string, string] => ['POST', target]),
    );
    for (const [method, path] of [...attempts, ['POST', '/dashboard/sign-in'] as const]) {
      const answer = await service.ask(path, {
        method,
        body: new URLSearchParams({ userId: 'local', name: 'x', token: 'x', email: 'a@b.c' }),
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      });
      expect(answer.headers.getSetCookie().filter((cookie) => !/=;/.test(cookie))).toEqual([]);
    }
    expect(await service.readRecords()).toBe(before);
    expect(await service.keyring.isFresh()).toBe(true);
  });

  it('signs one of twenty in who use a link at once', async () => {
    const service = await startKeyService();
    const { token } = await service.keyring.users.createSignInToken('alice');
    const uses = Array.from({ length: 20 }, () =>
      service.ask('/dashboard/sign-in', {
        method: 'POST',
        body: new URLSearchParams({ token }),
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      }),
    );
    const signedIn = (await Promise.all(uses)).filter(
      (answer) => answer.headers.get('Location') === '/dashboard/api-keys',
    );
    expect(signedIn).toHaveLength(1);
    expect((await service.readAudit()).filter(({ event }) => event === 'user.signed-in')).toHaveLength(1);
  });
});
