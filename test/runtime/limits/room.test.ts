import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readCounterAddress } from '../../../src/keys/counter-address.js';
import { createMemoryRateLimiter, type MemoryRateLimiter } from '../../../src/runtime/limits/memory.js';

const QUERY = { limit: 100, windowMs: 60_000 };
const MUTATION = { limit: 20, windowMs: 60_000 };
const ONCE = { limit: 1, windowMs: 60_000 };
const REFUSAL = { limit: 20, windowMs: 60_000, countsRefusals: true };

const ofUser = (id: string) => `QUERY:items.list:user:${id}`;
const ofAddress = (address: string) => `QUERY:items.list:address:${readCounterAddress(address)}`;
const refusalOf = (address: string) => `REFUSED:address:${readCounterAddress(address)}`;

/** Networks of 64 bits, all in 2001:db8:1::/48. */
const inOneSite = (index: number) => `2001:db8:1:${index.toString(16)}::1`;
/** Networks of 64 bits, each in a /48 of its own. */
const inManySites = (index: number) => `2001:db8:${index.toString(16)}::1`;
const ipv4 = (index: number) => `198.${18 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;
const FLOODS: [string, (index: number) => string][] = [
  ['one IPv6 /48', inOneSite],
  ['as many IPv6 /48', inManySites],
  ['IPv4', ipv4],
];

async function spend(
  limiter: MemoryRateLimiter,
  counter: string,
  policy: typeof QUERY,
  calls = policy.limit,
) {
  for (let call = 0; call < calls; call++) await limiter.consume(counter, policy);
}

const isLimited = async (limiter: MemoryRateLimiter, counter: string, policy: typeof QUERY) =>
  (await limiter.consume(counter, policy)).isLimited;

let limiter: MemoryRateLimiter;
beforeEach(() => {
  limiter = createMemoryRateLimiter();
});
afterEach(() => limiter.close());

describe.each(FLOODS)('R-08 60,000 addresses of %s', (_what, addressOf) => {
  const addresses = Array.from({ length: 60_000 }, (_, index) => readCounterAddress(addressOf(index)));
  async function flood(policy: typeof QUERY, kind = 'QUERY:items.list') {
    for (const address of addresses) await limiter.consume(`${kind}:address:${address}`, policy);
  }

  it('leave what users, addresses and failed credentials have spent as it is', async () => {
    const spent: [string, typeof QUERY][] = [
      [ofUser('ada'), QUERY],
      [ofAddress('203.0.113.7'), QUERY],
      [ofAddress('2001:db8:ffff:1::1'), QUERY],
      ['MUTATION:items.create:user:ada', MUTATION],
      [refusalOf('203.0.113.7'), REFUSAL],
    ];
    for (const [counter, policy] of spent) await spend(limiter, counter, policy);
    await spend(limiter, ofUser('bob'), QUERY, 99);
    await flood(QUERY);
    await flood(MUTATION);
    for (const [counter, policy] of spent) {
      expect([counter, await isLimited(limiter, counter, policy)]).toEqual([counter, true]);
    }
    expect([
      await isLimited(limiter, ofUser('bob'), QUERY),
      await isLimited(limiter, ofUser('bob'), QUERY),
    ]).toEqual([false, true]);
    expect(await isLimited(limiter, ofUser('carol'), QUERY)).toBe(false);
  });

  it('whose credentials fail reset no refusals, and no calls', async () => {
    await spend(limiter, refusalOf('203.0.113.7'), REFUSAL);
    await spend(limiter, ofAddress('203.0.113.7'), MUTATION, 19);
    await flood(REFUSAL, 'REFUSED');
    expect(await isLimited(limiter, refusalOf('203.0.113.7'), REFUSAL)).toBe(true);
    expect((await limiter.consume(ofAddress('203.0.113.7'), MUTATION)).remaining).toBe(0);
  });

  it('that have all spent what they had leave users and keys counters of their own', async () => {
    await spend(limiter, ofUser('ada'), QUERY);
    await flood(ONCE);
    expect(await isLimited(limiter, ofUser('ada'), QUERY)).toBe(true);
    for (let index = 0; index < 5_000; index++) {
      const counter = ofUser(`${index}`);
      expect([await isLimited(limiter, counter, ONCE), await isLimited(limiter, counter, ONCE)]).toEqual([
        false,
        true,
      ]);
    }
    // It shares what its network or all others have, and is limited no longer than they are.
    expect((await limiter.consume(ofAddress('192.0.2.1'), QUERY)).remaining).toBe(99);
  });
});

describe('R-08 IPv6 networks', () => {
  /** 100 counters at most, of which 70 are the point from where on networks are merged. */
  const open = () => createMemoryRateLimiter({ countersMax: 100 });
  const consume = (small: MemoryRateLimiter, address: string) =>
    Promise.resolve(small.consume(ofAddress(address), QUERY));

  it('are counted by /64 while there is room', async () => {
    const small = open();
    for (let index = 0; index < 60; index++) {
      expect((await consume(small, inOneSite(index))).remaining).toBe(99);
    }
    await small.close();
  });

  it('are counted by /56 when there is little, from the one that had least left', async () => {
    const small = open();
    for (let call = 0; call < 30; call++) await consume(small, inOneSite(0));
    for (let index = 1; index < 100; index++) await consume(small, inOneSite(index));
    // 2001:db8:1:0::/56 has 256 networks, and one of those that were merged had made 30 calls.
    expect((await consume(small, inOneSite(255))).remaining).toBeLessThan(70);
    expect((await consume(small, inOneSite(256))).remaining).toBe(99);
    await small.close();
  });

  it('are counted by /48 when there is less', async () => {
    const small = open();
    for (let index = 0; index < 100; index++) await consume(small, inOneSite(256 * index));
    const { remaining } = await consume(small, inOneSite(0xffff));
    expect(remaining).toBeLessThan(99);
    expect((await consume(small, '2001:db8:2::1')).remaining).toBe(99);
    await small.close();
  });

  it('that are merged are not limited by that, and have counters of their own in the next window', async () => {
    vi.useFakeTimers({ toFake: ['hrtime', 'performance', 'Date'] });
    try {
      const small = open();
      for (let index = 0; index < 100; index++) await consume(small, inOneSite(index));
      expect((await consume(small, inOneSite(201))).isLimited).toBe(false);
      vi.advanceTimersByTime(60_000);
      expect((await consume(small, inOneSite(201))).remaining).toBe(99);
      expect((await consume(small, inOneSite(202))).remaining).toBe(99);
      await small.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('that are limited keep a counter of their own, and their neighbours have another', async () => {
    const small = open();
    for (let call = 0; call < 100; call++) await consume(small, inOneSite(7));
    for (let index = 100; index < 300; index++) await consume(small, inOneSite(index));
    expect((await consume(small, inOneSite(7))).isLimited).toBe(true);
    expect((await consume(small, inOneSite(8))).isLimited).toBe(false);
    await small.close();
  });
});

describe('R-08 Where every counter has no call left', () => {
  it('one IPv6 /48 takes no room of other networks, and is limited as a whole', async () => {
    for (let index = 0; index < 60_000; index++) await limiter.consume(ofAddress(inOneSite(index)), ONCE);
    const others = ['192.0.2.1', '192.0.2.2', '198.51.100.1', '2001:db8:2::1', '2001:db8:2:1::1'];
    for (const address of others) {
      expect([address, (await limiter.consume(ofAddress(address), QUERY)).remaining]).toEqual([address, 99]);
    }
    for (let index = 0; index < 60_000; index += 97) {
      expect([index, await isLimited(limiter, ofAddress(inOneSite(index)), ONCE)]).toEqual([index, true]);
    }
  });

  it('addresses share the counter of their network, then one for all, and refusals are not counted', async () => {
    const small = createMemoryRateLimiter({ countersMax: 100, refusalsMax: 100 });
    for (let index = 0; index < 80; index++) await small.consume(ofAddress(ipv4(256 * index)), ONCE);
    const call = (address: string) => Promise.resolve(small.consume(ofAddress(address), MUTATION));
    expect([(await call('192.0.2.1')).remaining, (await call('192.0.2.2')).remaining]).toEqual([19, 18]);
    for (let index = 0; index < 9; index++) await call(`203.0.${index}.1`);
    await spend(small, ofAddress('192.0.2.3'), MUTATION, 20);
    for (let index = 0; index < 9; index++) await spend(small, ofAddress(`203.0.${index}.2`), MUTATION, 20);
    expect([(await call('198.51.100.1')).remaining, (await call('198.51.101.1')).remaining]).toEqual([
      19, 18,
    ]);
    const refused = { ...ONCE, countsRefusals: true };
    for (let index = 0; index < 500; index++) await small.consume(refusalOf(inManySites(index)), refused);
    expect((await small.consume(refusalOf(inManySites(900)), refused)).isLimited).toBe(false);
    expect((await small.consume(refusalOf(inManySites(900)), refused)).isLimited).toBe(false);
    await small.close();
  });

  it('users share one counter of their procedure', async () => {
    const small = createMemoryRateLimiter({ countersMax: 100 });
    for (let index = 0; index < 100; index++) await small.consume(ofUser(`${index}`), ONCE);
    const results = ['ada', 'bob'].map((id) => small.consume(ofUser(id), MUTATION));
    expect((await Promise.all(results)).map(({ remaining }) => remaining)).toEqual([19, 18]);
    expect((await small.consume('QUERY:items.read:user:ada', MUTATION)).remaining).toBe(19);
    await small.close();
  });
});
