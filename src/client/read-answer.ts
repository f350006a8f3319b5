import type { Operation } from './operation.js';
import type { FieldError, Result } from './result.js';

/** Interprets a response: its whole text, or the bytes of a success, which may still be arriving. */
export function readAnswer<Payload>(
  { answer }: Operation,
  { ok, status, headers }: Response,
  content: string | Blob | ReadableStream<Uint8Array> | null,
): Result<Payload> {
  let body: unknown = content;
  try {
    body = JSON.parse(content as string);
  } catch {
    // Content that is not JSON stays as it is; a parsed value never equals its own text.
  }
  const envelope: { success?: unknown; payload?: unknown; message?: unknown; errors?: unknown } =
    Object(body);
  const serverMessage = typeof envelope.message === 'string' ? envelope.message : undefined;
  const metadata = { status, headers };
  if (envelope.success === false && serverMessage !== undefined && !(ok && answer === 'plain')) {
    const errors = Array.isArray(envelope.errors) ? (envelope.errors as FieldError[]) : [];
    return { success: false, kind: 'failure', message: serverMessage, errors, ...metadata };
  }
  if (ok) {
    // Without content: `empty` and `optional`.
    if (content ? answer === (body === content ? 'blob' : 'plain') : /^[eo]/.test(answer as string)) {
      return { success: true, payload: (content ? body : undefined) as Payload, ...metadata };
    }
    if (envelope.success === true && (answer || 'payload' in envelope)) {
      return { success: true, payload: envelope.payload as Payload, message: serverMessage, ...metadata };
    }
  }
  return {
    success: false,
    kind: ok ? 'parse' : 'http',
    message: ok ? `The response (HTTP ${status}) cannot be read.` : `The server sent HTTP ${status}.`,
    errors: [],
    body,
    ...metadata,
  };
}
