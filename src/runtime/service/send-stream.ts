import type { Call, OpenedStream, Outcome } from '../call/call.js';
import { isBodyless } from '../respond/answer.js';
import { setHeaders } from '../respond/send.js';

/** The success of a procedure that responds with a stream. */
interface StreamOutcome extends Pick<Outcome, 'status' | 'response'> {
  readonly stream: OpenedStream;
}

/**
 * Responds with a stream that nothing on the way may cache, change or buffer. Headers set by the handler take
 * precedence. For a status without a body, such as a 204 that tells browsers not to reconnect, nothing is sent.
 */
export function sendStream({ answer }: Call, { status, response, stream }: StreamOutcome): undefined {
  const { body, contentType } = stream;
  try {
    answer.set('Content-Type', contentType);
    answer.set('Cache-Control', 'no-store, no-transform');
    // nginx would otherwise buffer some kilobytes first.
    answer.set('X-Accel-Buffering', 'no');
    setHeaders(answer, response.headers);
    if (isBodyless(status)) {
      body?.destroy();
      answer.sendNothing(status);
    } else answer.sendContent(status, null, body);
  } catch (error) {
    body?.destroy();
    throw error;
  }
}
