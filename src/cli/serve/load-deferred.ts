import { setImmediate, setTimeout } from 'node:timers/promises';
import type { RouteTable } from '../../runtime/route-table.js';

/** Who has waited for the start goes first. */
const PAUSE_MS = 100;
/** How long requests wait for it at most. */
const SLICE_MS = 1;

/**
 * Has every procedure made that waits for its first call, a few at a time between requests, so that one that cannot be made
 * is known of soon after the start. Rejects with what it throws.
 */
export async function loadDeferred({ routes }: RouteTable): Promise<void> {
  await setTimeout(PAUSE_MS);
  let begunAt = performance.now();
  for (const route of routes) {
    if (performance.now() - begunAt > SLICE_MS) {
      await setImmediate();
      begunAt = performance.now();
    }
    void route.procedure;
  }
}
