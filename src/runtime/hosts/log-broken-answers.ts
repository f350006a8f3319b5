import type { Logger } from '../../definition/context.js';
import type { Call } from '../call/call.js';
import { logThrown } from '../describe-thrown.js';

/** Logs what breaks an answer under way. Koa tells of an error from both ends, the stream's and the connection's. */
export function logBrokenAnswers(log: Logger): (error: Error, call?: Call) => void {
  const told = new WeakSet<Error>();
  return (error, call) => {
    if (told.has(error)) return;
    told.add(error);
    const isCallerGone = CALLER_GONE.test((error as NodeJS.ErrnoException).code ?? '');
    const where = { requestId: call?.requestId, procedure: call?.route?.name };
    if (isCallerGone) log.debug({ err: error, ...where }, CUT_SHORT);
    else logThrown(log, error, CUT_SHORT, where);
  };
}

/** A connection that ends within a request is one that Node's parser cannot read. */
const CALLER_GONE = /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|HPE_INVALID_EOF_STATE)$/;

const CUT_SHORT = 'an answer was cut short';
