import type { BuiltInError, WordedFieldError } from '../../protocol/built-in-error.js';
import type { FieldError } from '../../protocol/envelope.js';
import { type Wording, wordInEnglish, wordingOf } from '../../protocol/messages.js';
import { isProcedureError } from '../../protocol/procedure-error.js';
import { cutText, MESSAGE_LENGTH_MAX } from '../../protocol/refusal-limits.js';
import type { Answer } from './answer.js';
import { printString } from './json-writer/print-string.js';
import { printFieldErrors } from './print-field-errors.js';
import { say, type Word } from './word.js';

/** What of something thrown the caller gets to see. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** The message before it was put into English, where it is the package's own. */
  readonly wording?: Wording | undefined;
  readonly errors?: readonly (FieldError & Partial<WordedFieldError>)[] | undefined;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

/** Thrown by guards that know what the caller gets to see. It is no Error: nobody looks at its stack. */
export class Refused {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    this.refusal = refusal;
  }
}

/**
 * Sorts what was thrown: the message of a 4xx `ProcedureError`, or of an `expose`d 4xx of Koa's kind, is for the
 * caller; of everything else the caller learns the status. What has no status of a failure, or cannot be read, is
 * a 500.
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
  const wording = wordingOf(status);
  return { status, message: wordInEnglish(wording), wording, headers };
}

function isStatus(status: unknown, from: number, to: number): status is number {
  return Number.isInteger(status) && (status as number) >= from && (status as number) <= to;
}

/** The headers of an error, whatever the application put there: what has no text is left out. */
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

/** Texts whatever the application put there, so that printing the envelope cannot fail. */
function readFieldError({ path, message, wording }: FieldError & Partial<WordedFieldError>) {
  return { path: path.map(String), message: String(message), ...(wording && { wording }) };
}

/** Writes the failure's envelope (`Failure`, and nothing but texts in it), in place of whatever the answer was going to be. */
export function fail(answer: Answer, refusal: Refusal, word: Word): void {
  const { status, errors, headers } = refusal;
  let text = `{"success":false,"message":${printString(cutText(say(refusal, word), MESSAGE_LENGTH_MAX))}`;
  if (errors) text += `,"errors":${printFieldErrors(errors, word)}`;
  for (const name of STALE_HEADERS) answer.remove(name);
  answer.isFailure = true;
  answer.isHosted = false;
  answer.sendJson(status, `${text}}`);
  for (const name of Object.keys(headers)) {
    const value = headers[name] as string | string[];
    if (isOwn(name, value)) continue;
    try {
      if (name.toLowerCase() === 'vary') answer.vary(value);
      else answer.set(name, value);
    } catch {
      // A header that HTTP cannot carry is not worth the answer.
    }
  }
}

/** They said something of the body that is not sent now. */
export const STALE_HEADERS = ['Content-Encoding', 'Content-Disposition', 'ETag', 'Last-Modified'] as const;

/** What the envelope itself, and the server, say of the body and the connection. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'content-range',
  'transfer-encoding',
  'trailer',
  'keep-alive',
  'upgrade',
]);

/** Errors of other libraries bring along the headers of another answer, which would put an end to this one in its midst. */
function isOwn(name: string, value: unknown): boolean {
  const known = name.toLowerCase();
  return OWN_HEADERS.has(known) || (known === 'connection' && value !== 'close');
}
