import type Koa from 'koa';
import type { Logger } from '../../definition/context.js';
import { logThrown } from '../describe-thrown.js';
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
    const isCallerGone = CALLER_GONE.test((error as NodeJS.ErrnoException).code ?? '');
    const call = ctx?.res && findCall(ctx.res);
    const where = { requestId: call?.requestId, procedure: call?.route?.name };
    if (isCallerGone) log.debug({ err: error, ...where }, CUT_SHORT);
    else logThrown(log, error, CUT_SHORT, where);
  };
}

/** A connection that ends within a request is one that Node's parser cannot read. */
const CALLER_GONE = /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|HPE_INVALID_EOF_STATE)$/;

const CUT_SHORT = 'an answer was cut short';
