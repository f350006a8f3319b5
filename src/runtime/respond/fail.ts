import type Koa from 'koa';
import type { Failure, FieldError } from '../../protocol/envelope.js';
import { REASON_BY_STATUS } from '../../protocol/error-code.js';
import { isProcedureError } from '../../protocol/procedure-error.js';
import { sendJson } from './send.js';

/** What of something thrown the caller gets to see. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly errors?: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sorts what was thrown: the message of a 4xx `ProcedureError`, or of an `expose`d 4xx of Koa's kind, is for the
 * caller; of everything else the caller learns the status.
 */
export function describeRefusal(thrown: unknown): Refusal {
  if (isProcedureError(thrown)) {
    const { status, headers } = thrown;
    if (status >= 500) return { status, message: reasonOf(status), headers };
    return { status, message: thrown.message, errors: thrown.errors, headers };
  }
  const { expose, status, message, headers } = (thrown ?? {}) as Partial<Record<string, unknown>>;
  if (expose === true && typeof status === 'number' && status >= 400 && status <= 499) {
    return {
      status,
      message: typeof message === 'string' && message !== '' ? message : reasonOf(status),
      headers: isRecord(headers) ? headers : {},
    };
  }
  return { status: 500, message: reasonOf(500), headers: {} };
}

/** Writes the failure's envelope, in place of whatever the answer was going to be. */
export function fail(ctx: Koa.Context, refusal: Refusal): void {
  const { message, errors } = refusal;
  const envelope: Failure = { success: false, message, ...(errors ? { errors: [...errors] } : {}) };
  for (const name of ['Content-Encoding', 'Content-Disposition', 'ETag', 'Last-Modified']) ctx.remove(name);
  sendJson(ctx, refusal.status, JSON.stringify(envelope));
  for (const [name, value] of Object.entries(refusal.headers)) {
    try {
      ctx.set(name, value);
    } catch {
      // A header that HTTP cannot carry is not worth the answer.
    }
  }
}

export function reasonOf(status: number): string {
  return REASON_BY_STATUS[status] ?? (status >= 500 ? 'Internal server error.' : 'The request failed.');
}

function isRecord(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null;
}
