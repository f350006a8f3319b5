import { expect, test } from 'vitest';
import { countCallers } from './count-callers.js';

const MB = 1_000_000;

test('R-05 A million callers take at most 20 MB, and nothing after two windows', async () => {
  const { duringBytes, afterBytes } = await countCallers(1_000_000, 10_000);
  expect(duringBytes).toBeLessThan(20 * MB);
  expect(afterBytes).toBeLessThan(MB);
});
