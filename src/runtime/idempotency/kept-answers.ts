import type { AnswerStore, Once, StoredAnswer } from '../../keys/keyring.js';
import { createCallerCount } from '../overload/caller-count.js';
import type { Refusal } from '../respond/fail.js';

/** What a request was answered with, as far as a second one with the same key gets to see it. Plain data. */
export type KeptAnswer =
  | {
      readonly kind: 'success';
      readonly status: number;
      readonly headers: Readonly<Record<string, string | string[]>>;
      /** The body as it was sent; null when there was none. */
      readonly body: string | null;
    }
  | { readonly kind: 'refusal'; readonly refusal: Refusal }
  /** A success that held a secret, which is not kept. `id` is that of what was made, where it is known. */
  | { readonly kind: 'secret'; readonly id: string | null };

export type Claim =
  /** Nobody asked before. Who gets this has to settle it, with null for an answer that is not to be kept. */
  | { readonly kind: 'first'; settle(answer: KeptAnswer | null | Promise<KeptAnswer | null>): void }
  /**
   * Somebody did. Null when that answer is not kept after all: claim again. Who gets this has to say when it waits no
   * longer.
   */
  | { readonly kind: 'again'; readonly answer: Promise<KeptAnswer | null>; stopWaiting(): void }
  /** Somebody asked for something else under the name. */
  | { readonly kind: 'other' }
  /** Too many requests, of all or of the caller, are under way whose answer would have to be kept, or wait for one. */
  | { readonly kind: 'full' };

export interface KeptAnswers {
  claim(request: Once): Promise<Claim>;
}

/** What is not settled cannot be forgotten, so that there may be no more of it. */
const UNSETTLED = { most: 10_000, mostPerCaller: 1_000 };
/** Each keeps its body in memory, and no place in the overload gate. */
const WAITING = { most: 1_000, mostPerCaller: 100 };

/**
 * The answers of a store, with limits on what this process holds: 10,000 claims that are not settled, 1,000 of a caller,
 * and 1,000 requests that wait for one, 100 of a caller.
 */
export function createKeptAnswers(store: () => AnswerStore): KeptAnswers {
  const unsettled = createCallerCount(UNSETTLED);
  const waiting = createCallerCount(WAITING);
  return {
    async claim(request) {
      const { caller } = request;
      const claim = await store().claim(request);
      if (claim.kind === 'other') return claim;
      if (claim.kind === 'first') {
        if (!unsettled.add(caller)) {
          claim.settle(null);
          return { kind: 'full' };
        }
        const settle = (answer: KeptAnswer | null) => {
          unsettled.remove(caller);
          claim.settle(answer && storeAnswer(answer));
        };
        return {
          kind: 'first',
          settle: (answer) => void Promise.resolve(answer).then(settle, () => settle(null)),
        };
      }
      const { answer } = claim;
      if (!(answer instanceof Promise))
        return { kind: 'again', answer: Promise.resolve(readAnswer(answer)), stopWaiting() {} };
      if (!waiting.add(caller)) return { kind: 'full' };
      return { kind: 'again', answer: answer.then(readAnswer), stopWaiting: () => waiting.remove(caller) };
    },
  };
}

function storeAnswer(answer: KeptAnswer): StoredAnswer {
  if (answer.kind === 'secret') return { kind: 'made', id: answer.id };
  return { kind: 'answer', text: JSON.stringify(answer) };
}

function readAnswer(stored: StoredAnswer): KeptAnswer;
function readAnswer(stored: StoredAnswer | null): KeptAnswer | null;
function readAnswer(stored: StoredAnswer | null): KeptAnswer | null {
  if (stored === null) return null;
  return stored.kind === 'made' ? { kind: 'secret', id: stored.id } : JSON.parse(stored.text);
}
