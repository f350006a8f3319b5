import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/authoring/procedure.js';
import {
  bearer,
  type RunningService,
  routeOf,
  startService,
  stopServices,
} from '../runtime/support/start-service.js';

const openapi = {
  enabled: true,
  method: 'GET',
  path: '/secret',
  tags: [],
  summary: 'Secret',
  protect: true,
} as const;
const secret = procedure
  .meta({ openapi, rateLimit: false })
  .output(z.string())
  .query(({ ctx }) => `for ${ctx.user?.id}`);

let service: RunningService;
let key: string;
let session: string;
beforeAll(async () => {
  service = await startService({ routes: [routeOf('secret', secret)] });
  key = await service.createKey();
  session = (await service.keyring.sessions.create('alice')).token;
});
afterAll(stopServices);

const cookieOf = (value: string) => `procgen-${new URL(service.url).port}=${value}`;

test('K-19 a session opens the dashboard and a key the API: what is refused below is not refused to all', async () => {
  const page = await service.ask('/dashboard/api-keys', { headers: { Cookie: cookieOf(session) } });
  expect(page.status).toBe(200);
  expect(await (await service.ask('/api/secret', bearer(key))).json()).toBe('for alice');
});

test('K-19 a key never opens the dashboard, however it is sent', async () => {
  const ways: RequestInit[] = [
    bearer(key),
    { headers: { Authorization: `Basic ${Buffer.from(`alice:${key}`).toString('base64')}` } },
    { headers: { Cookie: cookieOf(key) } },
    { headers: { 'X-Api-Key': key } },
  ];
  for (const way of ways) {
    const page = await service.ask('/dashboard/api-keys', way);
    expect([page.status, page.headers.get('location')]).toEqual([303, '/dashboard/sign-in']);
    const headers = { ...way.headers, 'Sec-Fetch-Site': 'same-origin' };
    const created = await service.ask('/dashboard/api-keys', {
      method: 'POST',
      body: new URLSearchParams({ name: 'stolen' }),
      headers,
    });
    expect([created.status, created.headers.get('location')]).toEqual([303, '/dashboard/sign-in']);
  }
  expect((await service.ask(`/dashboard/api-keys?key=${key}&token=${key}`)).status).toBe(303);
  const signIn = await service.ask('/dashboard/sign-in', {
    method: 'POST',
    body: new URLSearchParams({ token: key }),
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  expect([signIn.status, signIn.headers.getSetCookie()]).toEqual([400, []]);
  expect(await service.keyring.apiKeys.list('alice')).toHaveLength(1);
});

test('K-19 a session never opens the API, however it is sent', async () => {
  const ways: RequestInit[] = [
    { headers: { Cookie: cookieOf(session) } },
    { headers: { Cookie: `__Host-${cookieOf(session)}; procgen=${session}` } },
    { headers: { Cookie: cookieOf(session), Origin: service.url, 'Sec-Fetch-Site': 'same-origin' } },
    bearer(session),
  ];
  for (const way of ways) {
    const answer = await service.ask('/api/secret', way);
    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain('alice');
  }
});

test('K-19 a sign-in token opens neither, before its button is pressed', async () => {
  const { token } = await service.keyring.users.createSignInToken('alice');
  expect((await service.ask('/api/secret', bearer(token))).status).toBe(401);
  const page = await service.ask('/dashboard/api-keys', { headers: { Cookie: cookieOf(token) } });
  expect(page.status).toBe(303);
  expect(await service.keyring.users.redeemSignInToken(token)).toBe('alice');
});
