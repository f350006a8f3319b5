import { describe, expect, it } from 'vitest';
import { runCrashCycles } from './crash-cycles.js';
import { CAN_TRACE } from './strace.js';
import { runSyscallCrashes, runSyscallFaults } from './syscall-crashes.js';

describe('S-04', () => {
  it('loses and undoes nothing that was acknowledged in 200 cycles of kill -9', async () => {
    expect(await runCrashCycles(200)).toBeGreaterThan(1_000);
  });

  it.runIf(CAN_TRACE)('loses and undoes nothing when it is killed at any of its system calls', async () => {
    expect(await runSyscallCrashes({ changes: 4, isNewStore: false, stride: 1 })).toBeGreaterThan(80);
  });

  it.runIf(CAN_TRACE)('is whole when it is killed at any system call while it is made', async () => {
    expect(await runSyscallCrashes({ changes: 0, isNewStore: true, stride: 1 })).toBeGreaterThan(40);
  });
});

describe('S-03', () => {
  it.runIf(CAN_TRACE)('shows nothing that was rejected when any of its system calls fails', async () => {
    const { rejected, refused } = await runSyscallFaults({ changes: 4, isNewStore: false, stride: 1 });
    expect(rejected).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(10);
  });
});
