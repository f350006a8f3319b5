import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RateLimiter } from '../../../src/runtime/index.js';

/** Timers count from when the event loop last looked at its clock, and are that much early. */
async function sleep(ms: number): Promise<void> {
  const end = performance.now() + ms;
  for (let leftMs = ms; leftMs > 0; leftMs = end - performance.now()) await delay(leftMs);
}

/** What every driver of counters promises, on the real clock. */
export function describeRateLimiter(name: string, open: () => Promise<RateLimiter>): void {
  describe(`Counters in ${name}`, () => {
    let limiter: RateLimiter;
    beforeAll(async () => {
      limiter = await open();
    });
    afterAll(() => limiter.close());

    it('R-04 let exactly 100 of 1,000 concurrent calls pass, and tell each how many are left', async () => {
      const states = await Promise.all(
        Array.from({ length: 1_000 }, () => limiter.consume('a', { limit: 100, windowMs: 60_000 })),
      );
      const passed = states.filter(({ isLimited }) => !isLimited);
      expect(passed.map(({ remaining }) => remaining)).toEqual(Array.from({ length: 100 }, (_, n) => 99 - n));
      expect(new Set(states.slice(100).map(({ remaining }) => remaining))).toEqual(new Set([0]));
    });

    it('R-02 are kept apart by their names', async () => {
      const policy = { limit: 1, windowMs: 60_000 };
      const consume = async (counter: string) => (await limiter.consume(counter, policy)).isLimited;
      expect([await consume('b:1'), await consume('b:2'), await consume('b:1')]).toEqual([
        false,
        false,
        true,
      ]);
    });

    it('say when the window ends: after now, and no later than it is long', async () => {
      for (const windowMs of [1, 2, 999, 60_000, 3_600_000, 2 ** 40]) {
        const { resetMs } = await limiter.consume(`reset:${windowMs}`, { limit: 1, windowMs });
        expect(resetMs).toBeGreaterThan(0);
        expect(resetMs).toBeLessThanOrEqual(windowMs);
      }
    });

    it('R-06 begin a new window for whoever waited as long as told, each of 200 times', async () => {
      const waitOnce = async (index: number, windowMs: number): Promise<void> => {
        expect(windowMs).toBeLessThan(20_000);
        const policy = { limit: 1, windowMs };
        const consume = async () => limiter.consume(`wait:${index}:${windowMs}`, policy);
        expect((await consume()).isLimited).toBe(false);
        await sleep((windowMs * index) / 250);
        const { isLimited, resetMs } = await consume();
        // A busy machine may come back when the window is over.
        if (!isLimited) return waitOnce(index, windowMs * 2);
        await sleep(resetMs);
        expect((await consume()).isLimited).toBe(false);
      };
      await Promise.all(Array.from({ length: 200 }, (_, index) => waitOnce(index, 300 + index)));
    });
  });
}
