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
 * caller; of everything else the caller learns the status. What has no status of a failure, or cannot be read, is
 * a 500.
 */
export function describeRefusal(thrown: unknown): Refusal {
  try {
    return readRefusal(thrown) ?? describeUnknown();
  } catch {
    return describeUnknown();
  }
}

function readRefusal(thrown: unknown): Refusal | undefined {
  if (isProcedureError(thrown)) {
    const { status, message, errors } = thrown;
    if (!isStatus(status, 400, 599)) return undefined;
    const headers = { ...thrown.headers };
    if (status >= 500) return { status, message: reasonOf(status), headers };
    return { status, message: String(message), errors: errors?.map(readFieldError), headers };
  }
  const { expose, status, message, headers } = (thrown ?? {}) as Partial<Record<string, unknown>>;
  if (expose !== true || !isStatus(status, 400, 499)) return undefined;
  return {
    status,
    message: typeof message === 'string' && message !== '' ? message : reasonOf(status),
    headers: isRecord(headers) ? { ...headers } : {},
  };
}

function describeUnknown(): Refusal {
  return { status: 500, message: reasonOf(500), headers: {} };
}

function isStatus(status: unknown, from: number, to: number): status is number {
  return Number.isInteger(status) && (status as number) >= from && (status as number) <= to;
}

/** Texts whatever the application put there, so that printing the envelope cannot fail. */
function readFieldError({ path, message }: FieldError): FieldError {
  return { path: path.map(String), message: String(message) };
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
