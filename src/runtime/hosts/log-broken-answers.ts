import type { Logger } from '../../definition/context.js';
import type { Call } from '../call/call.js';
import { logThrown } from '../describe-thrown.js';
import { isSourceError } from '../respond/open-content.js';

/** Logs what breaks a response, once: Koa reports an error for both the stream and the connection. */
export function logBrokenAnswers(log: Logger): (error: Error, call?: Call) => void {
  const logged = new WeakSet<object>();
  return (error, call) => {
    // A stream may fail with something other than an object.
    if (logged.has(Object(error))) return;
    logged.add(Object(error));
    const fields = { requestId: call?.requestId, procedure: call?.route?.name };
    if (isDisconnectError(error)) log.debug({ err: error, ...fields }, CUT_SHORT);
    else logThrown(log, error, CUT_SHORT, fields);
  };
}

/** Whether a response broke because its caller disconnected. */
export function isDisconnectError(error: Error): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return DISCONNECT_CODES.test(code) && !isSourceError(error);
}

/** Node's parser fails with `HPE_INVALID_EOF_STATE` if a connection ends within a request. */
const DISCONNECT_CODES =
  /^(ECONNRESET|EPIPE|ERR_STREAM_DESTROYED|ERR_STREAM_PREMATURE_CLOSE|HPE_INVALID_EOF_STATE)$/;

const CUT_SHORT = 'a response was cut short';
