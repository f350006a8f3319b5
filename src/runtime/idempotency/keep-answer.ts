/** From how a request ended to what is kept of it. */
import { containsKey } from '../../keys/key-format.js';
import { STATUS_BY_CODE } from '../../protocol/error-code.js';
import type { Outcome } from '../call/call.js';
import { JSON_TYPE } from '../respond/answer.js';
import { describeRefusal } from '../respond/fail.js';
import type { KeptAnswer } from './kept-answers.js';

/** A success that came too late to be answered; null where the handler answered by itself. */
export function keepOutcome(outcome: Outcome | null): KeptAnswer | null {
  if (outcome === null) return null;
  const { status, text, response } = outcome;
  return keepSuccess(
    status,
    text === null ? response.headers : { 'Content-Type': JSON_TYPE, ...response.headers },
    text,
  );
}

/** A success without the cookies that it set; of one that holds a secret only what it tells of. */
export function keepSuccess(status: number, headers: object, body: string | null): KeptAnswer {
  if (body !== null && containsKey(body)) return { kind: 'secret', id: readId(body) };
  const texts = Object.entries(withoutCookies(headers)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.map(String) : String(value)]],
  );
  return { kind: 'success', status, headers: Object.fromEntries(texts), body };
}

/** Without its cause and cookies. Null for a failure of the server's own, and for what only says that the caller went away. */
export function keepRefusal(thrown: unknown): KeptAnswer | null {
  const refusal = describeRefusal(thrown);
  const isKept = refusal.status < 500 && refusal.status !== STATUS_BY_CODE.CLIENT_CLOSED_REQUEST;
  if (!isKept) return null;
  return { kind: 'refusal', refusal: { ...refusal, headers: withoutCookies(refusal.headers) } };
}

/** A cookie that was set may be a session, which nobody gets who only repeats a request. */
function withoutCookies<Value>(headers: Readonly<Record<string, Value>> | object): Record<string, Value> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'set-cookie'));
}

/** The `id` of what an answer tells of, inside its envelope or without one. */
function readId(body: string): string | null {
  try {
    const answer = JSON.parse(body) as {
      readonly id?: unknown;
      readonly payload?: { readonly id?: unknown };
    };
    const id = answer.payload?.id ?? answer.id;
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}
