import { spawnSync } from 'node:child_process';
import { PROCGEN } from '../harness/build-service.js';
import { readEndedChildrenCpuMs } from '../harness/read-usage.js';
import type { Start } from './start-once.js';

/** So many in a row, since the kernel tells the CPU of processes to ten milliseconds. */
const RUNS = 20;

/** What is run from its start to its end. */
export const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'node -e 0': ['-e', '0'],
  'procgen --help': [PROCGEN, '--help'],
};

/** The mean of some runs of a command, the whole process. Throws when one fails. */
export function runCommand(args: readonly string[], share: number): Start {
  const runs = Math.ceil(RUNS * share);
  const [beganAt, cpuMs] = [performance.now(), readEndedChildrenCpuMs()];
  for (let run = 0; run < runs; run++) {
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stderr}`);
  }
  return { wallMs: (performance.now() - beganAt) / runs, cpuMs: (readEndedChildrenCpuMs() - cpuMs) / runs };
}
