import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFallbackRateLimiter } from '../../../src/runtime/limits/fallback-limiter.js';
import { createMemoryRateLimiter, type MemoryRateLimiter } from '../../../src/runtime/limits/memory.js';
import { prepareTimeout } from '../../../src/runtime/limits/with-timeout.js';

const POLICY = { limit: 2, windowMs: 60_000 };
const COUNTED = { isLimited: false, remaining: 1, resetMs: 60_000 };

/** A store that fails or never answers as it is told, and notes when it was asked. */
function createStore(clock: { now: number }) {
  const store = {
    fault: null as Error | 'silence' | null,
    askedAt: [] as number[],
    async consume() {
      store.askedAt.push(clock.now);
      if (store.fault === 'silence') await new Promise(() => {});
      if (store.fault) throw store.fault;
      return COUNTED;
    },
    async close() {},
  };
  return store;
}

function createCase({ refuses = false } = {}) {
  const clock = { now: 1_000 };
  const store = createStore(clock);
  const lines: string[] = [];
  const note = (level: string) => (fields: object | string, message?: string) =>
    void lines.push([`${clock.now}`, level, JSON.stringify(fields), message ?? ''].join(' ').trim());
  const log = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
  const local: { local?: MemoryRateLimiter } = refuses ? {} : { local: createMemoryRateLimiter() };
  const limiter = createFallbackRateLimiter({ store, ...local, log, now: () => clock.now });
  return { clock, store, lines, limiter, consume: () => limiter.consume('a', POLICY) };
}

describe('R-07 A limiter whose store fails', () => {
  it('counts by itself, and exactly', async () => {
    const { store, consume } = createCase();
    store.fault = new Error('gone');
    const states = [await consume(), await consume(), await consume()];
    expect(states.map(({ isLimited }) => isLimited)).toEqual([false, false, true]);
  });

  it('asks the store again once every half second, and no call waits for that but the one', async () => {
    const { clock, store, consume } = createCase();
    store.fault = new Error('gone');
    for (; clock.now < 3_000; clock.now += 10) await consume();
    expect(store.askedAt).toEqual([1_000, 1_500, 2_000, 2_500]);
    store.fault = 'silence';
    clock.now = 3_010;
    const trying = consume();
    for (; clock.now < 5_000; clock.now += 10) expect(await consume()).toMatchObject({ isLimited: true });
    expect(store.askedAt).toHaveLength(5);
    expect(await Promise.race([trying, 'still waiting'])).toBe('still waiting');
  });

  it('goes on from where the store stopped, and not from the beginning', async () => {
    const { store, consume } = createCase();
    await consume();
    store.fault = new Error('gone');
    expect([await consume(), await consume()]).toMatchObject([
      { isLimited: false, remaining: 0 },
      { isLimited: true, remaining: 0 },
    ]);
  });

  it('is back with the first answer', async () => {
    const { clock, store, consume, lines } = createCase();
    store.fault = new Error('gone');
    await consume();
    store.fault = null;
    clock.now += 499;
    expect(await consume()).not.toBe(COUNTED);
    clock.now += 1;
    expect(await consume()).toBe(COUNTED);
    expect(await consume()).toBe(COUNTED);
    expect(lines.at(-1)).toMatch(/^1500 info "the rate limit store is available again"$/);
  });

  it('warns once every ten seconds, with the reason', async () => {
    const { clock, store, consume, lines } = createCase();
    store.fault = new Error('connect ECONNREFUSED');
    for (; clock.now < 26_000; clock.now += 100) await consume();
    const warning =
      'warn {"reason":"connect ECONNREFUSED"} the rate limit store is unavailable: this process counts calls on its own';
    expect(lines).toEqual([`1000 ${warning}`, `11000 ${warning}`, `21000 ${warning}`]);
  });

  it('warns no more often when the store comes and goes', async () => {
    const { clock, store, consume, lines } = createCase();
    for (; clock.now < 9_000; clock.now += 500) {
      store.fault = store.fault ? null : new Error('flaps');
      await consume();
    }
    expect(lines.filter((line) => line.includes('warn'))).toHaveLength(1);
  });

  it.each([false, true])(
    'knows what the store said last of refusals, where it refuses: %s',
    async (refuses) => {
      const { limiter, store } = createCase({ refuses });
      const policy = { ...POLICY, countsRefusals: true };
      expect(limiter.peek?.('REFUSED:address:192.0.2.1', policy)).toBeUndefined();
      await limiter.consume('REFUSED:address:192.0.2.1', policy);
      expect(limiter.peek?.('REFUSED:address:192.0.2.1', policy)).toMatchObject({ remaining: 1 });
      expect(limiter.peek?.('REFUSED:address:192.0.2.2', policy)).toBeUndefined();
      expect(store.askedAt).toHaveLength(1);
    },
  );

  it('refuses with a 503 where it may not count by itself', async () => {
    const { store, consume } = createCase({ refuses: true });
    store.fault = new Error('gone');
    for (let call = 0; call < 2; call++) {
      await expect(consume()).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
    }
    expect(store.askedAt).toHaveLength(1);
  });
});

describe('R-07 The timeout of a store', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const late = () => new Error('late');

  it.each([0, 1, 6, 12])('ends after 26 to 40 ms, for a call %i ms into a tick', async (offsetMs) => {
    const withTimeout = prepareTimeout(40);
    const endless = () => withTimeout(new Promise(() => {}), late).catch(({ message }: Error) => message);
    endless();
    await vi.advanceTimersByTimeAsync(offsetMs);
    const wait = endless();
    await vi.advanceTimersByTimeAsync(25);
    expect(await Promise.race([wait, 'waiting'])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(20);
    expect(await Promise.race([wait, 'waiting'])).toBe('late');
  });

  it('passes on what comes in time, failures too, and leaves no timer', async () => {
    const withTimeout = prepareTimeout(40);
    expect(await withTimeout(Promise.resolve(7), late)).toBe(7);
    await expect(withTimeout(Promise.reject(new Error('said no')), late)).rejects.toThrow('said no');
    await vi.advanceTimersByTimeAsync(15);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('R-07 Time in which the process was busy is not held against the store', async () => {
  const withTimeout = prepareTimeout(40);
  let answer = (_value: string) => {};
  const wait = withTimeout(new Promise<string>((resolve) => (answer = resolve)), () => new Error('late'));
  const end = performance.now() + 120;
  while (performance.now() < end);
  // What arrived meanwhile is read in the phase after that of the timers.
  setImmediate(() => answer('there'));
  expect(await wait).toBe('there');
});
