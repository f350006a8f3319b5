import { ApiError } from './api-error.js';
import { CONNECTION_FAILED } from './network-messages.js';
import { giveUp } from './perform-call.js';
import { race } from './race.js';

/** A connection without as much as a heartbeat, which the server sends every 15 s, is broken. */
const SILENCE_MS = 45_000;

/** The lines of a body as they come. Throws an `ApiError` where it breaks, and where `signal` aborts. */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const read = await race(() => reader.read(), SILENCE_MS, signal).catch(failToRead);
      if (typeof read === 'string') throw new ApiError(giveUp(read, SILENCE_MS, signal));
      if (read.done) return rest === '' ? undefined : failToRead(undefined);
      const text = decoder.decode(read.value, { stream: true });
      // A long line is put together once, when its end is there.
      const [first = '', ...lines] = text.split('\n');
      rest += first;
      for (const line of lines) {
        yield rest;
        rest = line;
      }
    }
  } finally {
    // It may be broken, which is known here.
    reader.cancel().catch(() => {});
  }
}

export function failToRead(cause: unknown): never {
  throw new ApiError({ success: false, kind: 'network', message: CONNECTION_FAILED, errors: [], cause });
}
