import { setImmediate, setTimeout } from 'node:timers/promises';
import type { RouteTable } from '../../runtime/route-table.js';
import { explainApplicationError } from './explain-application-error.js';

/** The longest that loading blocks requests. */
const SLICE_MS = 1;

/**
 * Loads every procedure that is deferred to its first call, a few at a time between requests, the first after
 * `pauseMs`. Throws a `CliFailure` if one cannot be created.
 */
export async function loadDeferred({ routes }: RouteTable, root: string, pauseMs = 0): Promise<void> {
  const waiting = routes.filter((route) => Object.getOwnPropertyDescriptor(route, 'procedure')?.get);
  if (waiting.length === 0) return;
  await setTimeout(pauseMs);
  let begunAt = performance.now();
  for (const route of waiting) {
    if (performance.now() - begunAt > SLICE_MS) {
      await setImmediate();
      begunAt = performance.now();
    }
    try {
      void route.procedure;
    } catch (error) {
      throw explainApplicationError('The application could not be loaded', error, root);
    }
  }
}
