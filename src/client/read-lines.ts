import { ApiError } from './api-error.js';
import { CONNECTION_FAILED } from './network-messages.js';
import { giveUp } from './perform-call.js';
import { race } from './race.js';

/** A connection without even a heartbeat, which the server sends every 15 s, is broken. */
const SILENCE_MS = 45_000;

/** Yields the lines of a body as they arrive. Throws an `ApiError` if the body breaks or `signal` aborts. */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const read = await race(() => reader.read(), SILENCE_MS, signal).catch(throwConnectionFailed);
      if (typeof read === 'string') throw new ApiError(giveUp(read, SILENCE_MS, signal));
      if (read.done) return rest === '' ? undefined : throwConnectionFailed(undefined);
      const text = decoder.decode(read.value, { stream: true });
      // Only the new text is searched, so that a long line is flattened once, when it is complete.
      const [first = '', ...lines] = text.split('\n');
      rest += first;
      for (const line of lines) {
        yield rest;
        rest = line;
      }
    }
  } finally {
    // The body may be broken, which is already reported.
    reader.cancel().catch(() => {});
  }
}

export function throwConnectionFailed(cause: unknown): never {
  throw new ApiError({ success: false, kind: 'network', message: CONNECTION_FAILED, errors: [], cause });
}
