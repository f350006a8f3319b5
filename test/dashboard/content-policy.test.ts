import { afterEach, beforeEach, expect, test } from 'vitest';
import { listPaths } from './support/list-paths.js';
import { type RunningDashboard, startDashboard } from './support/start-dashboard.js';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

let dashboard: RunningDashboard;
beforeEach(async () => {
  dashboard = await startDashboard();
});
afterEach(() => dashboard.close());

function expectPolicy(answer: Response, what: string): void {
  expect([what, answer.headers.get('content-security-policy')]).toEqual([what, POLICY]);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect([what, answer.headers.get('cache-control')]).toEqual([what, 'no-store']);
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
}

test('K-20 every route answers under the policy, by every method, signed in or not', async () => {
  const cookie = await dashboard.signIn();
  const { record } = await dashboard.keyring.apiKeys.create({ userId: 'local', name: 'CI' });
  const statuses = new Set<number>();
  for (const { path } of [...listPaths(record.id), { path: '/dashboard/nowhere' }]) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const headers of [{}, { Cookie: cookie }, { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }]) {
        const answer = await dashboard.ask(path, { method, headers });
        statuses.add(answer.status);
        expectPolicy(answer, `${method} ${path} ${answer.status}`);
      }
    }
  }
  expect([...statuses].sort()).toEqual([200, 204, 303, 403, 404, 405, 415]);
});

test('K-20 so do a new key, a form that is wrong, one that is too large, and a full list', async () => {
  const small = await startDashboard({ maxKeys: 1 });
  try {
    const headers = { Cookie: await small.signIn() };
    const send = (fields: Record<string, string>) => small.post('/dashboard/api-keys', fields, { headers });
    const answers = [
      await send({ name: '' }),
      await send({ name: 'CI' }),
      await send({ name: 'one too many' }),
      await send({ name: 'x'.repeat(17 * 1024) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 201, 409, 413]);
    for (const answer of answers) expectPolicy(answer, String(answer.status));
  } finally {
    await small.close();
  }
});

test('K-20 so does what breaks inside', async () => {
  const broken = await startDashboard({ keyring: () => Promise.reject(new Error('boom')) });
  try {
    const answer = await broken.ask('/dashboard/api-keys');
    expect(answer.status).toBe(500);
    expectPolicy(answer, 'a failure');
  } finally {
    await broken.close();
  }
});

test('K-20 the page’s own files have the policy, and are checked again on each use', async () => {
  for (const path of ['/dashboard/assets/dashboard.js', '/dashboard/assets/dashboard.css']) {
    const answer = await dashboard.ask(path);
    expect(answer.headers.get('content-security-policy')).toBe(POLICY);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  }
});
