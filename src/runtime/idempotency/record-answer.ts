/** Converts the outcome of a request to what is stored of it. */
import { containsKey } from '../../keys/key-format.js';
import { STATUS_BY_CODE } from '../../protocol/error-code.js';
import type { Outcome } from '../call/call.js';
import { JSON_TYPE } from '../respond/answer.js';
import { describeRefusal } from '../respond/fail.js';
import type { ReplayableAnswer } from './idempotency-claims.js';

/** Converts a success that came too late to be sent; null if the handler responded by itself. */
export function recordOutcome(outcome: Outcome | null): ReplayableAnswer | null {
  if (outcome === null) return null;
  const { status, text, response } = outcome;
  return recordSuccess(
    status,
    text === null ? response.headers : { 'Content-Type': JSON_TYPE, ...response.headers },
    text,
  );
}

/** Stores a success without its cookies; one that contains a secret is reduced to the id in it. */
export function recordSuccess(status: number, headers: object, body: string | null): ReplayableAnswer {
  if (body !== null && containsKey(body)) return { kind: 'secret', id: readId(body) };
  const texts = Object.entries(withoutCookies(headers)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.map(String) : String(value)]],
  );
  return { kind: 'success', status, headers: Object.fromEntries(texts), body };
}

/** Stores a failure without cause and cookies. Null for a 5xx, and for a caller that disconnected. */
export function recordRefusal(thrown: unknown): ReplayableAnswer | null {
  const refusal = describeRefusal(thrown);
  const isStored = refusal.status < 500 && refusal.status !== STATUS_BY_CODE.CLIENT_CLOSED_REQUEST;
  if (!isStored) return null;
  return { kind: 'refusal', refusal: { ...refusal, headers: withoutCookies(refusal.headers) } };
}

/** A cookie may be a session, which must not be given to whoever repeats a request. */
function withoutCookies<Value>(headers: Readonly<Record<string, Value>> | object): Record<string, Value> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'set-cookie'));
}

/** Returns the `id` in a response, inside its envelope or without one. */
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
