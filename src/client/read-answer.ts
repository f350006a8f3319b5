import type { Operation } from './operation.js';
import type { FieldError, Result } from './result.js';

/** Judges an answer that has come in whole. */
export function readAnswer<Payload>(
  { answer }: Operation,
  { ok, status, headers }: Response,
  text: string,
): Result<Payload> {
  let body: unknown = text;
  let isJson = true;
  try {
    body = JSON.parse(text);
  } catch {
    isJson = false;
  }
  const envelope: { success?: unknown; payload?: unknown; message?: unknown; errors?: unknown } =
    Object(body);
  const said = typeof envelope.message === 'string' ? envelope.message : undefined;
  const at = { status, headers };
  if (envelope.success === false && said !== undefined && !(ok && answer === 'plain')) {
    const errors = Array.isArray(envelope.errors) ? (envelope.errors as FieldError[]) : [];
    return { success: false, kind: 'failure', message: said, errors, ...at };
  }
  if (ok) {
    if (text ? answer === 'plain' && isJson : answer === 'empty' || answer === 'optional') {
      return { success: true, payload: (text ? body : undefined) as Payload, ...at };
    }
    if (envelope.success === true && (answer || 'payload' in envelope)) {
      return { success: true, payload: envelope.payload as Payload, message: said, ...at };
    }
  }
  return {
    success: false,
    kind: ok ? 'parse' : 'http',
    message: ok ? `The answer (HTTP ${status}) cannot be read.` : `The server answered HTTP ${status}.`,
    errors: [],
    body,
    ...at,
  };
}
