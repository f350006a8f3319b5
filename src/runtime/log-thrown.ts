import type { Logger } from '../definition/context.js';
import { describeThrown } from './describe-thrown.js';

/** Logs something thrown as an error, under `err`. Does not throw, even where the log of an application would. */
export function logThrown(log: Logger, thrown: unknown, message: string, fields: object = {}): void {
  try {
    log.error({ err: thrown, ...fields }, message);
  } catch {
    try {
      log.error({ err: describeThrown(thrown), ...fields }, message);
    } catch {
      // A log that takes nothing at all must not cost the answer.
    }
  }
}
