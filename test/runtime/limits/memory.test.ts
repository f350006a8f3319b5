import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CounterMap } from '../../../src/runtime/limits/counter-map.js';
import { createMemoryRateLimiter } from '../../../src/runtime/limits/memory.js';
import { countCallers } from './count-callers.js';
import { describeRateLimiter } from './describe-rate-limiter.js';

const MB = 1_000_000;

describeRateLimiter('memory', async () => createMemoryRateLimiter());

describe('A window in memory', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['hrtime', 'performance', 'Date', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('R-06 is over when the caller has waited as told, 1,000 times of 1,000', async () => {
    const limiter = createMemoryRateLimiter();
    for (const windowMs of [1_000, 1_500, 59_999, 60_000]) {
      for (let round = 0; round < 250; round++) {
        const counter = `${windowMs}/${round}`;
        const policy = { limit: 1, windowMs };
        expect((await limiter.consume(counter, policy)).isLimited).toBe(false);
        vi.advanceTimersByTime(Math.floor((windowMs * round) / 250));
        const { isLimited, resetMs } = await limiter.consume(counter, policy);
        expect([isLimited, resetMs > 0, resetMs <= windowMs]).toEqual([true, true, true]);
        vi.advanceTimersByTime(resetMs);
        expect((await limiter.consume(counter, policy)).isLimited).toBe(false);
      }
    }
    await limiter.close();
  });

  it('is not over a moment before', async () => {
    const limiter = createMemoryRateLimiter();
    const policy = { limit: 1, windowMs: 60_000 };
    await limiter.consume('a', policy);
    vi.advanceTimersByTime(59_999);
    expect(await limiter.consume('a', policy)).toEqual({ isLimited: true, remaining: 0, resetMs: 1 });
    await limiter.close();
  });

  it('R-06 does not change when the clock on the wall does', async () => {
    const limiter = createMemoryRateLimiter();
    const policy = { limit: 1, windowMs: 60_000 };
    await limiter.consume('a', policy);
    for (const step of [3_600_000, -7_200_000]) {
      vi.setSystemTime(Date.now() + step);
      const { isLimited, resetMs } = await limiter.consume('a', policy);
      expect([isLimited, resetMs]).toEqual([true, 60_000]);
    }
    await limiter.close();
  });

  it('R-05 is forgotten once it is over', () => {
    const counters = new CounterMap(1_000);
    for (let index = 0; index < 5; index++) counters.set(`${index}`, { remaining: 1, reset: 0 });
    vi.advanceTimersByTime(600);
    counters.set('late', { remaining: 1, reset: 0 });
    vi.advanceTimersByTime(600);
    expect([counters.has('0'), counters.get('0'), counters.has('late')]).toEqual([false, undefined, true]);
    counters.sweep();
    expect(counters.size).toBe(1);
  });
});

describe('R-05 Counters in memory', () => {
  const minute = { limit: 1, windowMs: 60_000 };
  const other = { limit: 2, windowMs: 60_000 };

  it('are never more than their bound, the oldest going first', async () => {
    const limiter = createMemoryRateLimiter({ countersMax: 1_000 });
    for (let index = 0; index < 5_000; index++) await limiter.consume(`${index}`, other);
    const isKnown = async (counter: string) => (await limiter.consume(counter, other)).remaining === 0;
    expect([await isKnown('4000'), await isKnown('4999'), await isKnown('3999')]).toEqual([
      true,
      true,
      false,
    ]);
    await limiter.close();
  });

  it('of one policy do not push out those of another, as long as it has fewer', async () => {
    const limiter = createMemoryRateLimiter({ countersMax: 1_000 });
    await limiter.consume('rare', other);
    for (let index = 0; index < 5_000; index++) await limiter.consume(`${index}`, minute);
    expect((await limiter.consume('rare', other)).remaining).toBe(0);
    await limiter.close();
  });

  it('are 50,000 at most', async () => {
    const limiter = createMemoryRateLimiter();
    for (let index = 0; index <= 50_000; index++)
      await limiter.consume(`${index}`, index % 2 ? minute : other);
    expect((await limiter.consume('1', minute)).isLimited).toBe(true);
    expect((await limiter.consume('0', other)).remaining).toBe(1);
    await limiter.close();
  });

  it('of 100,000 callers take at most 20 MB, and nothing after two windows', async () => {
    const { duringBytes, afterBytes } = await countCallers(100_000, 1_000);
    expect(duringBytes).toBeLessThan(20 * MB);
    expect(afterBytes).toBeLessThan(MB);
  });

  it('counts down one by one to nothing, whatever the limit is, and no further', async () => {
    for (const limit of [1, 2, 3, 4, 7]) {
      const limiter = createMemoryRateLimiter();
      const states: unknown[] = [];
      for (let call = 0; call < limit + 2; call++) {
        const { isLimited, remaining } = await limiter.consume('a', { limit, windowMs: 60_000 });
        states.push([isLimited, remaining]);
      }
      const allowed = Array.from({ length: limit }, (_, call) => [false, limit - call - 1]);
      expect(states).toEqual([...allowed, [true, 0], [true, 0]]);
      await limiter.close();
    }
  });
});
