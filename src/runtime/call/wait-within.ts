import { ProcedureError } from '../../protocol/procedure-error.js';
import { TIMER_MAX_MS } from '../repeat.js';

/** The default timeout of a handler. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Waits for a running task. After `timeoutMs` it rejects with a SERVICE_UNAVAILABLE that names `what` and aborts
 * `controller`; the task goes on, and its outcome is ignored. A value that is no promise is returned synchronously.
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

/** Whether `value` is a thenable. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  const kind = typeof value;
  if (value === null || (kind !== 'object' && kind !== 'function')) return false;
  return typeof (value as { then?: unknown }).then === 'function';
}
