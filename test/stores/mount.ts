import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Mounting takes root and a kernel that lets root do it. */
export const CAN_MOUNT = canMount();

/**
 * Mounts `source` on `target` until the test is over, or the returned function is called; `options` are those of
 * `mount`.
 */
export function mount(options: readonly string[], source: string, target: string): () => void {
  execFileSync('mount', [...options, source, target]);
  let isMounted = true;
  const unmount = () => {
    if (isMounted) execFileSync('umount', ['--lazy', target]);
    isMounted = false;
  };
  onTestFinished(unmount);
  return unmount;
}

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'procgen-test-'));
  try {
    execFileSync('mount', ['--bind', folder, folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}
