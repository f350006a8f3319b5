import type { ResponseOptions } from '../../definition/context.js';
import type { Answer } from './answer.js';

/** Headers that only the server sets: they frame the body and control the connection. */
const FRAMING_HEADERS = new Set([
  'content-length',
  'transfer-encoding',
  'trailer',
  'connection',
  'keep-alive',
  'upgrade',
]);

/**
 * Returns the status of a success: the handler's, or the procedure's own. Throws if the handler set a status outside
 * 2xx, or changed the status of a redirect.
 */
export function readStatus(response: ResponseOptions, defaultStatus: number): number {
  const { status = defaultStatus } = response;
  if (status === defaultStatus) return status;
  if (defaultStatus >= 300) {
    throw new TypeError(
      `ctx.response.status is ${status}, but the status of a redirect comes from its output schema.`,
    );
  }
  if (Number.isInteger(status) && status >= 200 && status <= 299) return status;
  throw new TypeError(
    `ctx.response.status is ${status}, but a handler can only set a success; throw an error instead.`,
  );
}

/** Sets the handler's headers. Throws for a name or value that HTTP does not allow. */
export function setHeaders(answer: Answer, headers: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(headers)) {
    // An optional header may be undefined if `exactOptionalPropertyTypes` is off.
    if (value === undefined || FRAMING_HEADERS.has(name.toLowerCase())) continue;
    const text = Array.isArray(value) ? value.map(String) : String(value);
    // The response still varies on its own headers.
    if (name.toLowerCase() === 'vary') answer.vary(text);
    else answer.set(name, text);
  }
}
