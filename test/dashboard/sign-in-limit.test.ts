import { afterAll, expect, test } from 'vitest';
import { createFetchHandler } from '../../src/runtime/index.js';
import { createMemoryRateLimiter } from '../../src/runtime/limits/memory.js';
import { quick } from '../runtime/support/small-procedures.js';
import { startHost, stopHosts, toRequestListener } from '../runtime/support/start-host.js';
import { routeOf, startService } from '../runtime/support/start-service.js';

afterAll(stopHosts);

const PAGE = { 'Sec-Fetch-Site': 'same-origin' };

async function start() {
  const service = await startService({ routes: [routeOf('quick', quick)], config: { trustProxy: 1 } });
  const post = (path: string, fields: Record<string, string>, address = '192.0.2.1') =>
    service.ask(path, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...PAGE, 'X-Forwarded-For': address },
      body: new URLSearchParams(fields),
    });
  return { ...service, post };
}

test('the 21st try of an address to use a sign-in link within a minute is a 429 page that says when to come back', async () => {
  const { post, keyring, clock } = await start();
  for (let count = 0; count < 20; count++)
    expect((await post('/dashboard/sign-in', { token: `wrong${count}` })).status).not.toBe(429);
  const { token } = await keyring.users.createSignInToken('alice');
  const refused = await post('/dashboard/sign-in', { token });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('Content-Type')).toContain('text/html');
  const seconds = Number(refused.headers.get('Retry-After'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  const page = await refused.text();
  expect(page).toContain('Too many attempts');
  expect(page).toContain('href="/dashboard/sign-in">Sign in</a>');
  expect(refused.headers.getSetCookie()).toEqual([]);

  // Another address is not held up, and the token is not used up.
  clock.now += 1;
  expect((await post('/dashboard/sign-in', { token }, '192.0.2.2')).status).toBe(303);
});

test('looking at the sign-in page counts nothing, and IPv6 is counted by its network', async () => {
  const { post, ask } = await start();
  for (let count = 0; count < 30; count++) expect((await ask('/dashboard/sign-in?token=x')).status).toBe(200);
  for (let count = 0; count < 20; count++)
    await post('/dashboard/sign-in', { token: 'wrong' }, `2001:db8::${count + 1}`);
  expect((await post('/dashboard/sign-in', { token: 'wrong' }, '2001:db8::ffff')).status).toBe(429);
  expect((await post('/dashboard/sign-in', { token: 'wrong' }, '2001:db8:0:1::1')).status).not.toBe(429);
});

test('steps at a provider are limited too', async () => {
  const { ask } = await startService({
    routes: [routeOf('quick', quick)],
    config: { signIn: { openId: { issuer: 'http://127.0.0.1:1', clientId: 'x', allow: '*' } } },
  });
  const begin = () => ask('/dashboard/sign-in/openid', { redirect: 'manual', headers: PAGE });
  const finish = () =>
    ask('/dashboard/sign-in/openid/callback', {
      method: 'POST',
      redirect: 'manual',
      headers: PAGE,
      body: new URLSearchParams({ answer: 'x' }),
    });
  for (const step of [begin, finish]) {
    for (let count = 0; count < 20; count++) expect((await step()).status).not.toBe(429);
    expect((await step()).status).toBe(429);
  }
});

test('where the address is unknown nobody locks others out', async () => {
  const { api } = await startHost(
    createFetchHandler,
    (handle) => toRequestListener((request) => handle(request)),
    {
      routes: [routeOf('quick', quick)],
      options: { rateLimiter: createMemoryRateLimiter(), serves: 'all' },
    },
  );
  const signIn = (token: string) =>
    api(
      new Request('http://test/dashboard/sign-in', {
        method: 'POST',
        headers: PAGE,
        body: new URLSearchParams({ token }),
      }),
    );
  for (let count = 0; count < 25; count++) expect((await signIn(`wrong${count}`)).status).not.toBe(429);
  const { users } = await api.keyring();
  expect((await signIn((await users.createSignInToken('alice')).token)).status).toBe(303);
});
