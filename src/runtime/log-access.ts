import type { ServerResponse } from 'node:http';
import type { Logger } from '../definition/context.js';
import { type Call, findCall } from './service/call.js';

/** What asks every few seconds whether the server lives is of no interest to anybody. */
const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz']);

/** As nginx writes it. */
const CALLER_GONE_STATUS = 499;

/** Watches one request. */
export type AccessLog = (request: {
  readonly method: string;
  readonly path: string;
  readonly res: ServerResponse;
}) => void;

/**
 * Prepares what writes one line when a request is over: what was asked, without the query, which may hold secrets; what
 * was answered and how long that took, in milliseconds; who asked, by user and key id, never by key. A status of 499
 * stands for a caller who went away before the answer was complete.
 */
export function createAccessLog(log: Logger): AccessLog {
  return ({ method, path, res }) => {
    if (PROBES.has(path)) return;
    const begin = performance.now();
    res.once('close', () => {
      const status = res.writableFinished ? res.statusCode : CALLER_GONE_STATUS;
      const durationMs = Math.round((performance.now() - begin) * 10) / 10;
      writeLine(log, { method, path, status, durationMs, ...describeCaller(findCall(res)) });
    });
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

function writeLine(log: Logger, line: object): void {
  try {
    log.info(line, 'request');
  } catch {
    // A log that throws must not take the process with it.
  }
}
