import { readdirSync, readFileSync } from 'node:fs';
import { type RunningUsage, readUsage } from './read-usage.js';

const EVERY_MS = 20;

/**
 * Looks again and again at what a process has started, such as esbuild's own, as long as it runs; `end` gives the sums.
 * What one of them does in its last 20 ms is not seen; and nothing is where there is no `/proc`.
 */
export function watchDescendants(pid: number): { end(): RunningUsage } {
  const seen = new Map<number, RunningUsage>();
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

/** A thread has its children to itself. None are left of a process that has ended. */
function listDescendants(pid: number): readonly number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
    );
    return children.flatMap((child) => [child, ...listDescendants(child)]);
  } catch {
    return [];
  }
}
