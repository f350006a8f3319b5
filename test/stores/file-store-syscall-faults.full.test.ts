import { expect, it } from 'vitest';
import { CAN_TRACE } from './strace.js';
import { runSyscallFaults } from './syscall-crashes.js';

it.runIf(CAN_TRACE)('S-03 shows nothing that was rejected when any of its system calls fails', async () => {
  const { rejected, refused } = await runSyscallFaults({ changes: 4, isNewStore: false, stride: 1 });
  expect(rejected).toBeGreaterThan(20);
  expect(refused).toBeGreaterThan(10);
});
