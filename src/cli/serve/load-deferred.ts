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
  const deferred = routes.filter((route) => Object.getOwnPropertyDescriptor(route, 'procedure')?.get);
  if (deferred.length === 0) return;
  await setTimeout(pauseMs);
  let sliceStartedAt = performance.now();
  for (const route of deferred) {
    if (performance.now() - sliceStartedAt > SLICE_MS) {
      await setImmediate();
      sliceStartedAt = performance.now();
    }
    try {
      void route.procedure;
    } catch (error) {
      throw explainApplicationError('The application could not be loaded', error, root);
    }
  }
}
