import { expect, it } from 'vitest';
import { runCrashCycles } from './crash-cycles.js';

it('S-04 loses and undoes nothing that was acknowledged in 200 cycles of kill -9', async () => {
  expect(await runCrashCycles(200)).toBeGreaterThan(1_000);
});
