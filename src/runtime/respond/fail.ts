import {
  type BuiltInError,
  type BuiltInFieldError,
  createFieldError,
} from '../../protocol/built-in-error.js';
import type { FieldError } from '../../protocol/envelope.js';
import { type ErrorCode, STATUS_BY_CODE } from '../../protocol/error-code.js';
import { describeStatusMessage, type MessageDescriptor, type MessageKey } from '../../protocol/messages.js';
import { isProcedureError } from '../../protocol/procedure-error.js';
import {
  ERRORS_BYTES_MAX,
  LISTED_ERRORS_MAX,
  MESSAGE_LENGTH_MAX,
  truncatePath,
  truncateText,
} from '../../protocol/refusal-limits.js';
import type { Answer } from './answer.js';
import { printString } from './json-writer/print-string.js';

/** The part of a thrown error that the caller may see. */
export interface Refusal {
  readonly status: number;
  /** Absent if `wording` is set. */
  readonly message?: string | undefined;
  /** One of the package's own messages, which is translated into the caller's language. */
  readonly wording?: MessageDescriptor | undefined;
  readonly errors?: readonly Entry[] | undefined;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

/** Thrown by guards with a ready refusal. It does not extend Error because its stack is never used. */
export class Refused {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    this.refusal = refusal;
  }
}

/**
 * Decides what of a thrown value the caller sees: the message of a 4xx `ProcedureError` or of an exposed 4xx error as
 * Koa defines it, and otherwise only the status. A value without an error status, or one whose properties throw, is a
 * 500.
 */
export function describeRefusal(thrown: unknown): Refusal {
  try {
    return readRefusal(thrown) ?? describeStatus(500);
  } catch {
    return describeStatus(500);
  }
}

function readRefusal(thrown: unknown): Refusal | undefined {
  if (thrown instanceof Refused) return thrown.refusal;
  if (isProcedureError(thrown)) {
    const { status, message, errors } = thrown;
    if (!isStatus(status, 400, 599)) return undefined;
    const headers = readHeaders(thrown.headers);
    if (status >= 500) return describeStatus(status, headers);
    const { wording } = thrown as Partial<BuiltInError>;
    return { status, message: String(message), wording, errors: errors?.map(readFieldError), headers };
  }
  const { expose, status, message, headers } = (thrown ?? {}) as Partial<Record<string, unknown>>;
  if (expose !== true || !isStatus(status, 400, 499)) return undefined;
  if (typeof message !== 'string' || message === '') return describeStatus(status, readHeaders(headers));
  return { status, message, headers: readHeaders(headers) };
}

function describeStatus(status: number, headers: Refusal['headers'] = {}): Refusal {
  return { status, wording: describeStatusMessage(status), headers };
}

function isStatus(status: unknown, from: number, to: number): status is number {
  return Number.isInteger(status) && (status as number) >= from && (status as number) <= to;
}

/** Reads the headers of an error, which the application may have set to anything. Drops values that are no scalars. */
function readHeaders(headers: unknown): Refusal['headers'] {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return {};
  const named = Object.entries(headers).flatMap(([name, value]) => {
    const [text, ...more] = [value].flat().filter(isScalar).map(String);
    return text === undefined ? [] : [[name, more.length > 0 ? [text, ...more] : text] as const];
  });
  return Object.fromEntries(named);
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Converts everything to strings, so that printing the envelope cannot fail whatever the application passed. */
function readFieldError({ path, message, wording }: Entry) {
  return { path: path.map(String), message: String(message), ...(wording && { wording }) };
}

/** Replaces the response with the envelope of a failure (`Failure`, containing only strings). */
export function fail(answer: Answer, refusal: Refusal, formatMessage: FormatMessage): void {
  const { status, headers } = refusal;
  for (const name of STALE_HEADERS) answer.remove(name);
  answer.isFailure = true;
  answer.isHosted = false;
  answer.sendJson(status, `{"success":false,${printMessageAndErrors(refusal, formatMessage)}`);
  for (const name of Object.keys(headers)) {
    const value = headers[name] as string | string[];
    if (isReserved(name, value) && !(status === 416 && name === 'Content-Range')) continue;
    try {
      if (name.toLowerCase() === 'vary') answer.vary(value);
      else answer.set(name, value);
    } catch {
      // An invalid header must not prevent the response.
    }
  }
}

/** Prints a failure at the end of a stream, whose status has already been sent. */
export function printStreamFailure(refusal: Refusal, formatMessage: FormatMessage): string {
  return `{"success":false,"status":${refusal.status},${printMessageAndErrors(refusal, formatMessage)}`;
}

/** Prints the rest of an envelope. */
function printMessageAndErrors(refusal: Refusal, formatMessage: FormatMessage): string {
  const message = printString(truncateText(messageOf(refusal, formatMessage), MESSAGE_LENGTH_MAX));
  const errors = refusal.errors ? `,"errors":${printFieldErrors(refusal.errors, formatMessage)}` : '';
  return `"message":${message}${errors}}`;
}

/** Headers that describe the body which the failure replaces. */
export const STALE_HEADERS = ['Content-Encoding', 'Content-Disposition', 'ETag', 'Last-Modified'] as const;

/** Headers that only the envelope and the server set, as they describe the body and the connection. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'content-range',
  'transfer-encoding',
  'trailer',
  'keep-alive',
  'upgrade',
]);

/** Whether a header is reserved. An error may carry the headers of another response, which would truncate this one. */
function isReserved(name: string, value: unknown): boolean {
  const known = name.toLowerCase();
  return RESERVED_HEADERS.has(known) || (known === 'connection' && value !== 'close');
}

type Entry = FieldError & Partial<BuiltInFieldError>;

/**
 * Prints the entries of a refusal as a JSON list of at most `LISTED_ERRORS_MAX` entries and `ERRORS_BYTES_MAX` bytes,
 * each shortened. A last entry counts the omitted ones.
 */
export function printFieldErrors(errors: readonly Entry[], formatMessage: FormatMessage): string {
  let text = '';
  let index = 0;
  for (; index < errors.length && index < LISTED_ERRORS_MAX; index++) {
    const longer = append(text, errors[index] as Entry, formatMessage);
    if (isTooLong(longer)) break;
    text = longer;
  }
  if (index === errors.length) return `[${text}]`;
  const more = errors.slice(index).reduce((sum, entry) => sum + countErrors(entry), 0);
  return `[${append(text, createOmittedEntry(more, errors.at(-1)), formatMessage)}]`;
}

function append(text: string, entry: Entry, formatMessage: FormatMessage): string {
  const message = truncateText(messageOf(entry, formatMessage));
  let names = '';
  for (const name of truncatePath(entry.path))
    names += names === '' ? printString(name) : `,${printString(name)}`;
  const printed = `{"path":[${names}],"message":${printString(message)}}`;
  return text === '' ? printed : `${text},${printed}`;
}

/** A UTF-16 unit takes at most three bytes in UTF-8. */
function isTooLong(text: string): boolean {
  return text.length * 3 > ERRORS_BYTES_MAX && Buffer.byteLength(text) > ERRORS_BYTES_MAX;
}

/** Counts an entry; one that ends a list shortened earlier stands for several. */
function countErrors({ wording }: Entry): number {
  return isOmittedEntry(wording) ? Number(wording?.params?.count) : 1;
}

function createOmittedEntry(count: number, last: Entry | undefined): Entry {
  const key = isOmittedEntry(last?.wording) ? (last?.wording?.key ?? 'field.more') : 'field.more';
  return createFieldError([], { key, params: { count } });
}

function isOmittedEntry(wording: Entry['wording']): boolean {
  return wording?.key === 'field.more' || wording?.key === 'field.unchecked';
}

interface RefusalOptions {
  readonly params?: MessageDescriptor['params'];
  readonly errors?: readonly Entry[];
  readonly headers?: Refusal['headers'];
}

/** Creates a refusal with the package's own message, for frequent refusals that should not cost a `BuiltInError`. */
export function createRefusal(
  code: ErrorCode,
  key?: MessageKey,
  { params, errors, headers = {} }: RefusalOptions = {},
): Refusal {
  const status = STATUS_BY_CODE[code];
  return { status, wording: key ? { key, params } : describeStatusMessage(status), errors, headers };
}

/** Translates a message of the package. */
export type FormatMessage = (wording: MessageDescriptor) => string;

/** Returns the message of a refusal or of one of its entries. */
function messageOf(
  { message = '', wording }: Pick<Refusal, 'message' | 'wording'>,
  formatMessage: FormatMessage,
): string {
  return wording ? formatMessage(wording) : message;
}
