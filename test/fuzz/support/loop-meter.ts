import { performance } from 'node:perf_hooks';

/** What one process tells of its event loop. */
export interface LoopMeter {
  /** For how many milliseconds the loop has worked, and not waited, since this was last asked. */
  read(): Promise<number>;
}

/** Of this process. */
export function createLoopMeter(): LoopMeter {
  let last = performance.eventLoopUtilization().active;
  return {
    async read() {
      const { active } = performance.eventLoopUtilization();
      const spent = active - last;
      last = active;
      return spent;
    },
  };
}
