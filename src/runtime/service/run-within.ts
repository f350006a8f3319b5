import { ProcedureError } from '../../protocol/procedure-error.js';

/** How long a handler may take when nothing else is said. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** What a longer timer would overflow to is a millisecond. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/**
 * Runs `task` and gives up on it after `timeoutMs` with a SERVICE_UNAVAILABLE, aborting `controller`. What the task
 * still does then is its own affair; how it ends is looked at by nobody.
 */
export async function runWithin<T>(
  timeoutMs: number,
  controller: AbortController,
  task: () => Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => {
        const error = new ProcedureError(
          'SERVICE_UNAVAILABLE',
          `The handler took longer than ${timeoutMs} ms.`,
        );
        controller.abort(error);
        reject(error);
      },
      Math.min(timeoutMs, TIMER_MAX_MS),
    );
  });
  try {
    return await Promise.race([task(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
