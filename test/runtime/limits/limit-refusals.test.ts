import { expect, test } from 'vitest';
import type { Call } from '../../../src/runtime/call/call.js';
import { prepareRefusalLimit } from '../../../src/runtime/guards/limit-refusals.js';
import { createMemoryRateLimiter } from '../../../src/runtime/limits/memory.js';

test('R-03 What an address sends after too many failed keys is refused without counting it', async () => {
  const memory = createMemoryRateLimiter();
  let counted = 0;
  const limiter = () => ({
    ...memory,
    consume(...args: Parameters<typeof memory.consume>) {
      counted += 1;
      return memory.consume(...args);
    },
  });
  const limitRefusals = prepareRefusalLimit({ limiter, warnOfAddress: () => {} });
  const call = { address: '198.51.100.1' } as Call;
  const statuses: (number | undefined)[] = [];
  for (let refused = 0; refused < 1_000; refused++) statuses.push((await limitRefusals(call))?.status);
  expect(statuses).toEqual([...Array(20).fill(undefined), ...Array(980).fill(429)]);
  expect(counted).toBe(20);
  await memory.close();
});
