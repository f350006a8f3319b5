import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createAuthenticator, startAuthenticated } from './support/own-authenticate.js';
import { stopServices } from './support/start-service.js';

afterAll(stopServices);

describe('K-23 Calls at the same time', () => {
  const tokens = (count: number, tokenOf: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => tokenOf(index));

  it('with bad credentials are 20 questions, however many they are', async () => {
    const { requested, authenticator } = createAuthenticator({ waitMs: 20 });
    const { status } = await startAuthenticated(authenticator);
    const statuses = await Promise.all(tokens(1_000, () => 'bad').map((token) => status(token)));
    expect([requested.count, statuses.filter((each) => each === 401).length]).toEqual([20, 20]);
    expect(statuses.filter((each) => each === 429)).toHaveLength(980);
  });

  it('with good credentials all pass', async () => {
    const { requested, authenticator } = createAuthenticator({ waitMs: 5 });
    const { status } = await startAuthenticated(authenticator);
    const statuses = await Promise.all(tokens(500, (index) => `user${index}`).map((token) => status(token)));
    expect([new Set(statuses), requested.count]).toEqual([new Set([200]), 500]);
    expect(requested.mostUnderWay).toBeLessThanOrEqual(100);
  });

  it('are asked about together after the first good ones, however many of their address failed before', async () => {
    const { requested, authenticator } = createAuthenticator({ waitMs: 200 });
    const { status } = await startAuthenticated(authenticator);
    for (let call = 0; call < 19; call++) await status('bad');
    const statuses = await Promise.all(tokens(300, () => 'ada').map((token) => status(token)));
    expect([new Set(statuses), requested.count]).toEqual([new Set([200]), 319]);
    expect([requested.mostUnderWay > 10, requested.mostUnderWay <= 100]).toEqual([true, true]);
    expect([await status('bad'), await status('ada')]).toEqual([401, 429]);
  });

  it('of visitors with cookies do not wait for each other either', async () => {
    const requested = { underWay: 0, most: 0 };
    const { ask, status } = await startAuthenticated(async () => {
      requested.underWay += 1;
      requested.most = Math.max(requested.most, requested.underWay);
      await delay(200);
      requested.underWay -= 1;
      return null;
    });
    await Promise.all(tokens(19, () => 'bad').map((token) => status(token)));
    requested.most = 0;
    const headers = { 'X-Forwarded-For': '198.51.100.1', Cookie: 'theme=dark' };
    const answers = await Promise.all(tokens(200, () => '').map(() => ask('/api/open', { headers })));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect([requested.most > 10, requested.most <= 100]).toEqual([true, true]);
  });

  it('with some bad credentials all pass but these', async () => {
    const { requested, authenticator } = createAuthenticator({ waitMs: 5 });
    const { status } = await startAuthenticated(authenticator);
    const mixed = tokens(300, (index) => (index % 20 === 0 ? 'bad' : 'ada'));
    const statuses = await Promise.all(mixed.map((token) => status(token)));
    expect(statuses).toEqual(mixed.map((token) => (token === 'bad' ? 401 : 200)));
    expect([requested.count, requested.failures]).toEqual([300, 15]);
  });

  it('whose callers have gone are not asked about, and leave no place taken', async () => {
    let count = 0;
    let answer: (value: null) => void = () => {};
    const gate = new Promise<null>((resolve) => {
      answer = resolve;
    });
    const { ask, status, http } = await startAuthenticated(async () => {
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
    const { status, lines } = await startAuthenticated(
      () => (isStuck ? new Promise(() => {}) : { user: { id: 'ada' } }),
      {
        requestTimeoutMs: 100,
      },
    );
    const statuses = await Promise.all(tokens(30, () => 'ada').map((token) => status(token)));
    expect(new Set(statuses)).toEqual(new Set([503]));
    isStuck = false;
    expect(await status('ada')).toBe(200);
    expect(lines.map(({ err }) => (err as Error | undefined)?.message)).toContain(
      'The authentication took longer than 100 ms.',
    );
  });
});
