import { readFileSync } from 'node:fs';

/** What a running process has used so far. */
export interface RunningUsage {
  /** User and system, to ten milliseconds. */
  readonly cpuMs: number;
  /** The most memory that it has had resident (`VmHWM`). */
  readonly peakMegabytes: number;
}

/** Of a second, in which the kernel tells a process's time on every platform that Node runs on. */
const TICK_MS = 10;

/** Undefined when the process has ended, or nobody tells: it is read from `/proc`. */
export function readUsage(pid: number): RunningUsage | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    if (kilobytes === undefined) return undefined;
    const [user = 0, system = 0] = readTimes(pid);
    return { cpuMs: user + system, peakMegabytes: Number(kilobytes) / 1_024 };
  } catch {
    return undefined;
  }
}

/** The milliseconds that this process's children have used that have ended by now, and theirs. */
export function readEndedChildrenCpuMs(): number {
  const [, , user = 0, system = 0] = readTimes(process.pid);
  return user + system;
}

/** A process's own user and system time, and the same of its children that have ended. */
function readTimes(pid: number): readonly number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name before them is in parentheses and may hold spaces. They are the 14th to the 17th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).map((ticks) => Number(ticks) * TICK_MS);
}
