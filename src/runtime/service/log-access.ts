import type { Logger } from '../../definition/context.js';
import type { Call } from '../call/call.js';
import { isProbe } from '../endpoints/health.js';

/** As nginx writes it. */
const CALLER_GONE_STATUS = 499;

/** Watches one request: gives what is called when it is over. A status of null is that of a caller who went away. */
export type AccessLog = (request: {
  readonly method: string;
  readonly path: string;
}) => (status: number | null, call: Call | undefined) => void;

/**
 * Prepares what writes one line when a request is over: what was asked, without the query, which may hold secrets; what
 * was answered and how long that took, in milliseconds; who asked, by user and key id, never by key. A status of 499
 * stands for a caller who went away before the answer was complete. What asks every few seconds whether the server lives
 * is of no interest to anybody.
 */
export function createAccessLog(log: Logger): AccessLog {
  return ({ method, path }) => {
    if (isProbe(path)) return () => {};
    const begin = performance.now();
    return (status, call) => {
      const durationMs = Math.round((performance.now() - begin) * 10) / 10;
      const line = {
        method,
        path,
        status: status ?? CALLER_GONE_STATUS,
        durationMs,
        ...describeCaller(call),
      };
      try {
        log.info(line, 'request');
      } catch {
        // A log that throws must not take the process with it.
      }
    };
  };
}

function describeCaller(call: Call | undefined): object {
  return {
    requestId: call?.requestId,
    procedure: call?.route?.name,
    user: call?.principal?.user.id,
    key: call?.apiKey?.id,
    address: call?.address,
  };
}
