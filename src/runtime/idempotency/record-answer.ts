/** Converts the outcome of a request to what is stored of it. */
import { containsKey } from '../../keys/key-format.js';
import type { Outcome } from '../call/call.js';
import { JSON_TYPE } from '../respond/answer.js';
import { describeRefusal } from '../respond/fail.js';
import type { ReplayableAnswer } from './idempotency-claims.js';

/** Statuses after which a caller sends the request again: the server did nothing, or the caller disconnected. */
const RETRIED: ReadonlySet<number> = new Set([408, 425, 429, 499]);

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

/**
 * Stores a response without its cookies; one that contains a secret is reduced to the id in it. Null for a failure after
 * which callers retry, which a handler may send through Koa.
 */
export function recordSuccess(status: number, headers: object, body: string | null): ReplayableAnswer | null {
  if (!isStored(status)) return null;
  if (body !== null && containsKey(body)) return { kind: 'secret', id: readId(body) };
  const texts = Object.entries(withoutCookies(headers)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.map(String) : String(value)]],
  );
  return { kind: 'success', status, headers: Object.fromEntries(texts), body };
}

/** Stores a failure without cause and cookies; null for one after which callers retry. */
export function recordRefusal(thrown: unknown): ReplayableAnswer | null {
  const refusal = describeRefusal(thrown);
  if (!isStored(refusal.status)) return null;
  return { kind: 'refusal', refusal: { ...refusal, headers: withoutCookies(refusal.headers) } };
}

function isStored(status: number): boolean {
  return status < 500 && !RETRIED.has(status);
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
