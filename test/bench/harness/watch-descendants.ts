import { readdirSync, readFileSync } from 'node:fs';

/** What the processes below one have used so far. */
export interface DescendantUsage {
  readonly cpuMs: number;
  /** The sum of their peaks. */
  readonly peakMegabytes: number;
}

const EVERY_MS = 20;
/** Of a second, in which the kernel counts a process's time on every platform that Node runs on. */
const TICK_MS = 10;

/**
 * Looks again and again at what a process has started, such as esbuild's own, as long as it runs. What one of them does
 * in its last 20 ms is not seen; and nothing is where there is no `/proc`.
 */
export function watchDescendants(pid: number): { end(): DescendantUsage } {
  const seen = new Map<number, DescendantUsage>();
  const look = () => {
    for (const descendant of listDescendants(pid)) {
      const usage = readUsage(descendant);
      if (usage) seen.set(descendant, usage);
    }
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      const usages = [...seen.values()];
      return {
        cpuMs: usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
        peakMegabytes: usages.reduce((sum, { peakMegabytes }) => sum + peakMegabytes, 0),
      };
    },
  };
}

/** A thread has its children to itself. */
function listDescendants(pid: number): readonly number[] {
  const children = attempt(() => readdirSync(`/proc/${pid}/task`), []).flatMap((thread) =>
    attempt(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1'), '')
      .split(' ')
      .filter((child) => child !== '')
      .map(Number),
  );
  return children.flatMap((child) => [child, ...listDescendants(child)]);
}

function readUsage(pid: number): DescendantUsage | undefined {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'), '');
  const peak = readPeakMegabytes(pid);
  if (stat === '' || peak === undefined) return undefined;
  // The name before it is in parentheses and may hold spaces; user and system time are the 14th and the 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS, peakMegabytes: peak };
}

/** The most memory that a running process has had resident (`VmHWM`); undefined when nobody tells. */
export function readPeakMegabytes(pid: number): number | undefined {
  const status = attempt(() => readFileSync(`/proc/${pid}/status`, 'latin1'), '');
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** It may have ended since it was listed. */
function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
