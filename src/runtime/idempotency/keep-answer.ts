/** From how a request ended to what is kept of it. */
import { containsKey } from '../../keys/key-format.js';
import { STATUS_BY_CODE } from '../../protocol/error-code.js';
import { describeRefusal } from '../respond/fail.js';
import { JSON_HEADERS } from '../respond/send.js';
import type { Outcome } from '../service/outcome.js';
import type { KeptAnswer } from './kept-answers.js';

/** A success that came too late to be answered; null where the handler answered by itself. */
export function keepOutcome(outcome: Outcome | null): KeptAnswer | null {
  if (outcome === null) return null;
  const { status, text, response } = outcome;
  return keepSuccess(
    status,
    text === null ? response.headers : { ...JSON_HEADERS, ...response.headers },
    text,
  );
}

/** A success; of one that holds a secret only what it tells of. */
export function keepSuccess(status: number, headers: object, body: string | null): KeptAnswer {
  if (body !== null && containsKey(body)) return { kind: 'secret', id: readId(body) };
  const texts = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.map(String) : String(value)]],
  );
  return { kind: 'success', status, headers: Object.fromEntries(texts), body };
}

/** Without its cause. Null for a failure of the server's own, and for what only says that the caller went away. */
export function keepRefusal(thrown: unknown): KeptAnswer | null {
  const refusal = describeRefusal(thrown);
  const isKept = refusal.status < 500 && refusal.status !== STATUS_BY_CODE.CLIENT_CLOSED_REQUEST;
  return isKept ? { kind: 'refusal', refusal } : null;
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
