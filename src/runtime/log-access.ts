import type Koa from 'koa';
import type { Logger } from '../authoring/context.js';
import { findCall } from './service/call.js';

/** What asks every few seconds whether the server lives is of no interest to anybody. */
const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz']);

/** As nginx writes it. */
const CALLER_GONE_STATUS = 499;

/**
 * Writes one line when a request is over: what was asked, without the query, which may hold secrets; what was answered
 * and how long that took, in milliseconds; who asked, by user and key id, never by key. A status of 499 stands for a
 * caller who went away before the answer was complete.
 */
export function logAccess(log: Logger): Koa.Middleware {
  return (ctx, next) => {
    if (PROBES.has(ctx.path)) return next();
    const begin = performance.now();
    const { method, path } = ctx;
    ctx.res.once('close', () => {
      const durationMs = Math.round((performance.now() - begin) * 10) / 10;
      writeLine(log, { method, path, ...describeAnswer(ctx), durationMs, ...describeCaller(ctx) });
    });
    return next();
  };
}

function describeAnswer({ res }: Koa.Context): object {
  return { status: res.writableFinished ? res.statusCode : CALLER_GONE_STATUS };
}

function describeCaller(ctx: Koa.Context): object {
  const call = findCall(ctx);
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
