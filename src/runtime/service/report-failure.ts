import type { Config } from '../../definition/config.js';
import type { Logger } from '../../definition/context.js';
import type { Call } from '../call/call.js';
import { logThrown } from '../describe-thrown.js';
import { describeRefusal, fail, type Refusal, Refused } from '../respond/fail.js';

export interface FailureParts {
  readonly log: Logger;
  readonly onError: Config['onError'];
}

/**
 * Answers what was thrown. A 5xx is logged once and passed to `onError`, unless a guard refused the call on purpose or
 * the caller has disconnected. Never throws, whatever was thrown.
 */
export function reportFailure(call: Call, thrown: unknown, parts: FailureParts): void {
  fail(call.answer, logFailure(call, thrown, parts), call.formatMessage);
}

/** Logs what was thrown as `reportFailure` does, and returns what the caller sees of it. */
export function logFailure(call: Call, thrown: unknown, { log, onError }: FailureParts): Refusal {
  const refusal = describeRefusal(thrown);
  if (refusal.status >= 500 && !isRefused(thrown) && !call.isDisconnected(thrown)) {
    const procedure = call.route?.name ?? null;
    const { requestId } = call;
    const { method, path } = call.exchange;
    logThrown(log, thrown, 'request failed', { requestId, procedure, method, path });
    callOnError(onError, thrown, { procedure, requestId }, log);
  }
  return refusal;
}

function isRefused(thrown: unknown): boolean {
  try {
    return thrown instanceof Refused;
  } catch {
    return false;
  }
}

function callOnError(
  onError: Config['onError'],
  thrown: unknown,
  fields: { procedure: string | null; requestId: string },
  log: Logger,
): void {
  const failed = (error: unknown) => logThrown(log, error, 'onError failed');
  try {
    // It may be an async function despite its type.
    Promise.resolve(onError?.(thrown, fields)).catch(failed);
  } catch (error) {
    failed(error);
  }
}
