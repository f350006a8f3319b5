import { ProcedureError } from '../../protocol/procedure-error.js';
import { TIMER_MAX_MS } from '../repeat.js';

/** How long a handler may take when nothing else is said. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Waits for a task that has begun, and gives up on it after `timeoutMs` with a SERVICE_UNAVAILABLE that says `what` took
 * too long, aborting `controller`. What the task still does then is its own affair; how it ends is looked at by nobody.
 * What is there at once is given at once.
 */
export function waitWithin<T>(
  timeoutMs: number,
  controller: { abort(reason: unknown): void },
  running: T | Promise<T>,
  what = 'handler',
): T | Promise<T> {
  if (!(running instanceof Promise)) return running;
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      const message = `The ${what} took longer than ${timeoutMs} ms.`;
      const error = new ProcedureError('SERVICE_UNAVAILABLE', message);
      controller.abort(error);
      reject(error);
    };
    const timer = setTimeout(giveUp, Math.min(timeoutMs, TIMER_MAX_MS));
    running.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** Whether whoever waits for `value` gets something else. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  const kind = typeof value;
  if (value === null || (kind !== 'object' && kind !== 'function')) return false;
  return typeof (value as { then?: unknown }).then === 'function';
}
