import { afterEach, beforeEach, expect, test } from 'vitest';
import { askAs as ask, type WireRequest } from './support/ask-as.js';
import { type RunningDashboard, startDashboard } from './support/start-dashboard.js';

let dashboard: RunningDashboard;
beforeEach(async () => {
  dashboard = await startDashboard();
});
afterEach(() => dashboard.close());

const askAs = (host: string, wire: WireRequest) => ask(dashboard.url, host, wire);

test('over plain http from elsewhere the page says why there is no signing in, and keeps the token', async () => {
  const { token } = await dashboard.keyring.users.createSignInToken('local');
  const shown = await askAs('192.168.1.20:3000', { path: `/dashboard/sign-in?token=${token}` });
  expect(shown.status).toBe(403);
  expect(shown.text).toContain('not encrypted');
  expect(shown.text).not.toContain('<button');

  // What a browser sends there: no Sec-Fetch-Site, and the origin withheld by the referrer policy.
  const pressed = await askAs('192.168.1.20:3000', {
    path: '/dashboard/sign-in',
    headers: { Origin: 'null' },
    form: `token=${token}`,
  });
  expect(pressed.status).toBe(403);
  expect(pressed.text).toContain('not encrypted');
  expect(await dashboard.keyring.users.redeemSignInToken(token)).toBe('local');
});

test('behind a proxy that ends https the cookie is Secure, told or not', async () => {
  const { token } = await dashboard.keyring.users.createSignInToken('local');
  const answer = await askAs('keys.example.com', {
    path: '/dashboard/sign-in',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    form: `token=${token}`,
  });
  expect(answer.status).toBe(303);
  expect(answer.cookies[0]).toMatch(/^__Host-procgen=.*; Secure$/);
});

test.each(['localhost:3000', '127.0.0.1', '127.8.9.1:80', '[::1]:3000', 'app.localhost:3000'])(
  '%s is the reader’s own machine',
  async (host) => {
    const answer = await askAs(host, { path: '/dashboard/sign-in' });
    expect(answer.status).toBe(200);
  },
);

test.each(['localhost.example.com', '127.0.0.1.example.com', 'notlocalhost'])(
  '%s is not the reader’s own machine',
  async (host) => {
    const answer = await askAs(host, { path: '/dashboard/sign-in' });
    expect(answer.status).toBe(403);
  },
);

test('the command to try has the host the browser named, and nothing a shell would run', async () => {
  const { token } = await dashboard.keyring.sessions.create('local');
  const cookie = ['procgen-4000', '__Host-procgen'].map((name) => `${name}=${token}`).join('; ');
  const create = (host: string) =>
    askAs(host, {
      path: '/dashboard/api-keys',
      headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
      form: 'name=CI',
    });
  expect((await create('localhost:4000')).text).toContain('http://localhost:4000/api/api-keys');
  const odd = await create('$(id).localhost');
  expect(odd.text).not.toContain('$(id)');
  expect(odd.text).toContain('https://localhost/api/api-keys');
});

test('a host that no name has is not the reader’s own machine, whatever it is printed as', async () => {
  const answer = await askAs('$(id).attacker.example', { path: '/dashboard/sign-in' });
  expect(answer.status).toBe(403);
});
