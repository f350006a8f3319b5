import { describe, expect, it } from 'vitest';
import { runCrashCycles } from './crash-cycles.js';
import { CAN_TRACE } from './strace.js';
import { runSyscallCrashes, runSyscallFaults } from './syscall-crashes.js';

describe('S-04', () => {
  it('loses and undoes nothing that was acknowledged in 10 cycles of kill -9', async () => {
    expect(await runCrashCycles(10)).toBeGreaterThan(20);
  });

  it.runIf(CAN_TRACE)(
    'loses and undoes nothing when it is killed at a system call, here each 25th',
    async () => {
      expect(await runSyscallCrashes({ changes: 4, isNewStore: false, stride: 25 })).toBeGreaterThan(2);
    },
  );
});

describe('S-03', () => {
  it.runIf(CAN_TRACE)(
    'shows nothing that was rejected when a system call fails, here each 20th',
    async () => {
      const { rejected } = await runSyscallFaults({ changes: 4, isNewStore: false, stride: 20 });
      expect(rejected).toBeGreaterThan(0);
    },
  );
});
