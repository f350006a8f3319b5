import type { ResponseOptions } from '../../definition/context.js';
import type { Answer } from './answer.js';

/** How the connection is framed and kept is the server's to say. */
const FRAMING_HEADERS = new Set([
  'content-length',
  'transfer-encoding',
  'trailer',
  'connection',
  'keep-alive',
  'upgrade',
]);

/**
 * The status of a success: what the handler set, or the procedure's own. Throws when the handler set no success, or any
 * other status than that of a redirect.
 */
export function readStatus(response: ResponseOptions, defaultStatus: number): number {
  const { status = defaultStatus } = response;
  if (status === defaultStatus) return status;
  if (defaultStatus >= 300) {
    throw new TypeError(
      `ctx.response.status is ${status}: the status of a redirect is that of its output schema.`,
    );
  }
  if (Number.isInteger(status) && status >= 200 && status <= 299) return status;
  throw new TypeError(`ctx.response.status is ${status}: a handler answers with a success, or throws.`);
}

/** Sets the headers that the handler asked for. Throws for one that HTTP cannot carry. */
export function setHeaders(answer: Answer, headers: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(headers)) {
    // An optional one may be set to undefined where TypeScript does not tell that from leaving it out.
    if (value === undefined || FRAMING_HEADERS.has(name.toLowerCase())) continue;
    const text = Array.isArray(value) ? value.map(String) : String(value);
    // What the answer depends on by itself it goes on depending on.
    if (name.toLowerCase() === 'vary') answer.vary(text);
    else answer.set(name, text);
  }
}
