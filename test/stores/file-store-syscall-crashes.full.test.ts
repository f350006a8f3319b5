import { describe, expect, it } from 'vitest';
import { CAN_TRACE } from './strace.js';
import { runSyscallCrashes } from './syscall-crashes.js';

describe.runIf(CAN_TRACE)('S-04', () => {
  it('loses and undoes nothing when it is killed at any of its system calls', async () => {
    expect(await runSyscallCrashes({ changes: 4, isNewStore: false, stride: 1 })).toBeGreaterThan(80);
  });

  it('is whole when it is killed at any system call while it is made', async () => {
    expect(await runSyscallCrashes({ changes: 0, isNewStore: true, stride: 1 })).toBeGreaterThan(40);
  });
});
