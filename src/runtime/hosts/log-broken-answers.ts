import type Koa from 'koa';
import type { Logger } from '../../definition/context.js';
import { logThrown } from '../log-thrown.js';
import { findCall } from './node-exchange.js';

/**
 * Everything thrown was answered before Koa saw it; what is left happened to an answer under way. Koa tells of it from
 * both ends, the stream's and the connection's.
 */
export function logBrokenAnswers(log: Logger): (error: Error, ctx?: Koa.Context) => void {
  const told = new WeakSet<Error>();
  return (error, ctx) => {
    if (told.has(error)) return;
    told.add(error);
    const { code } = error as NodeJS.ErrnoException;
    const isCallerGone = code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE';
    const call = ctx?.res && findCall(ctx.res);
    const where = { requestId: call?.requestId, procedure: call?.route?.name };
    if (isCallerGone) log.debug({ err: error, ...where }, CUT_SHORT);
    else logThrown(log, error, CUT_SHORT, where);
  };
}

const CUT_SHORT = 'an answer was cut short';
