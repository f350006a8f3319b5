// A process that lets so many callers call once, and prints what they leave in the heap, then and two windows later.
// Started with --expose-gc; arguments: callers, window in milliseconds.
import { setTimeout as sleep } from 'node:timers/promises';
import { createMemoryRateLimiter } from '../../../src/runtime/limits/memory.js';

const [callers, windowMs] = process.argv.slice(2).map(Number);
const limiter = createMemoryRateLimiter();
const policies = [100, 20, 10].map((limit) => ({ limit, windowMs }));
const call = (index) =>
  limiter.consume(
    `QUERY:items.list:address:2001:db8:${index >> 16}:${index & 65_535}::/64`,
    policies[index % 3],
  );
const measure = () => {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
};

// What the code itself takes the first time is not the counters'.
for (let index = 0; index < 2_000; index++) await call(index);
await sleep(2 * windowMs);
const before = measure();
for (let index = 0; index < callers; index++) await call(index);
const during = measure();
await sleep(2 * windowMs);
console.log(JSON.stringify({ duringBytes: during - before, afterBytes: measure() - before }));
await limiter.close();
