import type { Call, OpenedStream, Outcome } from '../call/call.js';
import { isBodyless } from '../respond/answer.js';
import { setHeaders } from '../respond/send.js';

/** The success of a procedure that answers with a stream. */
interface StreamOutcome extends Pick<Outcome, 'status' | 'response'> {
  readonly stream: OpenedStream;
}

/**
 * Answers with a stream, which nothing on its way may keep, change or collect. A header that the handler has set stays.
 * With a status that has no body, such as a 204 that tells a browser not to come back, nothing is sent.
 */
export function sendStream({ answer }: Call, { status, response, stream }: StreamOutcome): undefined {
  const { body, contentType } = stream;
  try {
    answer.set('Content-Type', contentType);
    answer.set('Cache-Control', 'no-store, no-transform');
    // For nginx, which would collect some kilobytes first.
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
