import { Agent, request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/authoring/procedure.js';
import type { Config } from '../../src/definition/config.js';
import { createServer } from '../../src/runtime/index.js';
import {
  type RunningService,
  routeOf,
  startService,
  stopServices,
} from '../runtime/support/start-service.js';
import { askAs, type WireRequest } from './support/ask-as.js';

afterEach(stopServices);

const openapi = {
  enabled: true,
  method: 'GET',
  path: '/me',
  tags: [],
  summary: 'Me',
  protect: true,
} as const;
const me = procedure
  .meta({ openapi, rateLimit: false })
  .output(z.string())
  .query(({ ctx }) => String(ctx.user?.id));

const HOST = 'keys.example.com';
const ALICE = { 'X-Forwarded-User': 'alice' };

async function start(from = ['127.0.0.1'], more: Config = {}): Promise<RunningService> {
  const signIn = { proxyHeader: { name: 'X-Forwarded-User', from } };
  return startService({
    routes: [routeOf('me', me)],
    config: { baseUrl: `https://${HOST}`, signIn, ...more },
  });
}

/** The user whom the page greets; null for the way to the sign-in page. */
async function greeted(
  service: { url: string },
  wire: Partial<WireRequest>,
  host = HOST,
): Promise<string | null> {
  const answer = await askAs(service.url, host, { path: '/dashboard/api-keys', ...wire });
  if (answer.status === 303) expect(answer.headers.location).toBe('/dashboard/sign-in');
  else expect(answer.status).toBe(200);
  return /class="account-user"[^>]*>.*<\/span>([^<]*)</.exec(answer.text)?.[1] ?? null;
}

test('K-21 whom the proxy names is signed in, without a cookie and without a store that changes', async () => {
  const service = await start();
  expect(await greeted(service, { headers: ALICE })).toBe('alice');
  expect(await greeted(service, { headers: { 'x-FORWARDED-user': 'bob@example.com' } })).toBe(
    'bob@example.com',
  );
  expect(await greeted(service, {})).toBeNull();
  const answer = await askAs(service.url, HOST, { path: '/dashboard/api-keys', headers: ALICE });
  expect(answer.cookies).toEqual([]);
  expect(await service.keyring.users.list({ limit: 1_000 })).toEqual([]);
});

test('K-21 a key that is made behind the proxy belongs to whom the proxy names', async () => {
  const service = await start();
  const answer = await askAs(service.url, HOST, {
    path: '/dashboard/api-keys',
    headers: { ...ALICE, 'Sec-Fetch-Site': 'same-origin' },
    form: 'name=CI&expiry=never&userId=bob',
  });
  expect(answer.status).toBe(201);
  expect(await service.keyring.apiKeys.list('alice')).toHaveLength(1);
  expect(await service.keyring.users.list({ limit: 1_000 })).toEqual([
    expect.objectContaining({ id: 'alice' }),
  ]);
});

test('K-21 off unless configured', async () => {
  const service = await startService({ routes: [], config: { baseUrl: `https://${HOST}` } });
  expect(await greeted(service, { headers: ALICE })).toBeNull();
});

test.each([
  [['10.0.0.0/8'], false],
  [['192.168.1.1', '::1', '2001:db8::/32'], false],
  [['127.0.0.2'], false],
  [['127.0.0.1/32'], true],
  [['10.0.0.0/8', '127.0.0.0/8'], true],
])('K-21 with a proxy at %j a connection from 127.0.0.1 is believed: %s', async (from, isBelieved) => {
  const service = await start(from);
  expect(await greeted(service, { headers: ALICE })).toBe(isBelieved ? 'alice' : null);
});

test('K-21 what a request says of its own way does not make it come from the proxy', async () => {
  const service = await start(['10.0.0.1'], { trustProxy: 1 });
  const claims = { 'X-Forwarded-For': '10.0.0.1', Forwarded: 'for=10.0.0.1', 'X-Real-IP': '10.0.0.1' };
  expect(await greeted(service, { headers: { ...ALICE, ...claims } })).toBeNull();
});

test('K-21 an IPv4 proxy is known in the clothing of IPv6', async () => {
  const service = await start(['127.0.0.0/8']);
  const dual = createServer(service.app);
  const { port } = await dual.listen(0, '::');
  const seen = new Promise<string>((resolve) =>
    dual.server.once('connection', (socket) => resolve(String(socket.remoteAddress))),
  );
  try {
    expect(await greeted({ url: `http://127.0.0.1:${port}` }, { headers: ALICE })).toBe('alice');
    expect(await seen).toBe('::ffff:127.0.0.1');
  } finally {
    dual.server.closeAllConnections();
    await dual.drain(0);
  }
});

test.each<[string, string | readonly string[]]>([
  ['twice', ['mallory', 'alice']],
  ['twice the same', ['alice', 'alice']],
  ['joined by a proxy on the way', 'mallory, alice'],
  ['empty', ''],
  ['blank', '   '],
  ['with a tab', 'ali\tce'],
  ['in another encoding', Buffer.from('alicé').toString('latin1')],
  ['too long', 'a'.repeat(201)],
])('K-21 a header that is there %s names nobody', async (_, value) => {
  const service = await start();
  expect(await greeted(service, { headers: { 'X-Forwarded-User': value } })).toBeNull();
});

test('K-21 a header whose name only looks like it names nobody', async () => {
  const service = await start();
  for (const name of ['X_Forwarded_User', 'X-Forwarded-Users', 'X-Forwarded-User-Id', 'Remote-User']) {
    expect(await greeted(service, { headers: { [name]: 'alice' } })).toBeNull();
  }
});

test('K-21 the longest id of a user is one', async () => {
  const service = await start();
  const id = 'a'.repeat(200);
  expect(await greeted(service, { headers: { 'X-Forwarded-User': id } })).toBe(id);
});

test('K-18 a form behind the proxy must come from this server’s own pages, though no cookie is involved', async () => {
  const service = await start();
  const send = (headers: Record<string, string>) =>
    askAs(service.url, HOST, {
      path: '/dashboard/api-keys',
      headers: { ...ALICE, ...headers },
      form: 'name=CI&expiry=never',
    });
  const refused: Record<string, string>[] = [
    {},
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: `http://${HOST}:8080` },
  ];
  for (const headers of refused) expect([headers, (await send(headers)).status]).toEqual([headers, 403]);
  expect(await service.keyring.apiKeys.list('alice')).toEqual([]);
  expect((await send({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(201);
  expect((await send({ Origin: `https://${HOST}` })).status).toBe(201);
});

test('K-19 the header never opens the API', async () => {
  const service = await start();
  const answer = await askAs(service.url, HOST, { path: '/api/me', headers: ALICE });
  expect(answer.status).toBe(401);
});

test('K-21 a page that points its own domain at the proxy’s machine is not believed', async () => {
  const service = await start();
  for (const host of ['attacker.example', 'attacker.example:3000', `${HOST}.attacker.example`, `${HOST}.`]) {
    expect(await greeted(service, { headers: ALICE }, host)).toBeNull();
  }
  // What proxies send: the host they were asked for, or the name or address of where they send it.
  for (const host of [
    HOST,
    HOST.toUpperCase(),
    '127.0.0.1:3000',
    '[::1]:3000',
    'localhost:3000',
    'app:3000',
  ]) {
    expect(await greeted(service, { headers: ALICE }, host)).toBe('alice');
  }
});

test('K-21 the proxy’s word counts before a session of the same browser, and a session where it is silent', async () => {
  const service = await start();
  const { token } = await service.keyring.sessions.create('carol');
  const Cookie = `__Host-procgen=${token}`;
  const secure = { Cookie, 'Sec-Fetch-Site': 'same-origin' };
  expect(await greeted(service, { headers: { ...ALICE, ...secure } })).toBe('alice');
  expect(await greeted(service, { headers: secure })).toBe('carol');
});

test('K-21 behind the proxy there is nothing to sign out of, and the page says where', async () => {
  const service = await start();
  const page = await askAs(service.url, HOST, { path: '/dashboard/api-keys', headers: ALICE });
  expect(page.text).not.toContain('/dashboard/sign-out');
  const headers = { ...ALICE, 'Sec-Fetch-Site': 'same-origin' };
  const out = await askAs(service.url, HOST, { path: '/dashboard/sign-out', headers, form: '' });
  expect([out.status, out.text.includes('Sign out of the proxy')]).toEqual([200, true]);
});

test('K-21 who gets past the proxy is told where it is', async () => {
  const service = await start();
  const page = await askAs(service.url, 'localhost:3000', { path: '/dashboard/sign-in' });
  expect(page.text).toContain(`href="https://${HOST}/dashboard/api-keys"`);
  expect(page.text).toContain('procgen users link');
});

test('K-21 one connection of the proxy carries many users, each request its own', async () => {
  const service = await start();
  const names = Array.from({ length: 20 }, (_, index) => (index % 3 === 0 ? null : `user-${index}`));
  const seen: (string | null)[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const name of names) {
    seen.push(
      await new Promise((resolve, reject) => {
        const headers = { Host: HOST, ...(name === null ? {} : { 'X-Forwarded-User': name }) };
        request(new URL('/dashboard/api-keys', service.url), { agent, headers }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk) => {
            text += chunk;
          });
          answer.on('end', () => resolve(/<\/span>(user-\d+)<\/a>/.exec(text)?.[1] ?? null));
        })
          .on('error', reject)
          .end();
      }),
    );
  }
  agent.destroy();
  expect(seen).toEqual(names);
});
