import type { Logger } from '../../definition/context.js';
import type { Call } from '../call/call.js';
import { isProbe } from '../endpoints/health.js';

/** The status that nginx logs. */
const DISCONNECTED_STATUS = 499;

/** Watches one request; returns a function to call when it is over. A null status means a caller that disconnected. */
export type AccessLog = (request: {
  readonly method: string;
  readonly path: string;
}) => (status: number | null, call: Call | undefined) => void;

/**
 * Prepares the access log. It writes one line per finished request: method and path, without the query, which may hold
 * secrets; the status and the duration in milliseconds; the user and the id of the key, never the key. A status of 499
 * means that the caller disconnected before the response was complete. Health probes are not logged.
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
        status: status ?? DISCONNECTED_STATUS,
        durationMs,
        ...describeCaller(call),
      };
      try {
        log.info(line, 'request');
      } catch {
        // A log that throws must not crash the process.
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
