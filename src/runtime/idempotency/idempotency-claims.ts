import type { AnswerStore, IdempotentRequest, StoredAnswer } from '../../keys/keyring.js';
import { createCallerCount } from '../overload/caller-count.js';
import type { Refusal } from '../respond/fail.js';

/** A response as far as a repeated request with the same key sees it. Plain data. */
export type ReplayableAnswer =
  | {
      readonly kind: 'success';
      readonly status: number;
      readonly headers: Readonly<Record<string, string | string[]>>;
      /** The body as sent; null if there was none. */
      readonly body: string | null;
    }
  | { readonly kind: 'refusal'; readonly refusal: Refusal }
  /** A success that contained a secret, which is not stored. `id` is the id of the created object, if known. */
  | { readonly kind: 'secret'; readonly id: string | null };

export type Claim =
  /** The first request. Its holder must call `settle`, with null for a response that is not stored. */
  | {
      readonly kind: 'first';
      settle(answer: ReplayableAnswer | null | Promise<ReplayableAnswer | null>): void;
    }
  /**
   * A repeated request. Null means that the response is not stored after all: claim again. Call `stopWaiting` when it
   * is no longer awaited.
   */
  | { readonly kind: 'again'; readonly answer: Promise<ReplayableAnswer | null>; stopWaiting(): void }
  /** Another request under the same name. */
  | { readonly kind: 'other' }
  /** Too many requests in total or of the caller are unsettled or waiting. */
  | { readonly kind: 'full' };

export interface IdempotencyClaims {
  claim(request: IdempotentRequest): Promise<Claim>;
}

/** Unsettled claims cannot be evicted, so their number is limited. */
const UNSETTLED_LIMITS = { max: 10_000, maxPerCaller: 1_000 };
/** Each waiting request keeps its body in memory, and has no place in the overload gate. */
const WAITING_LIMITS = { max: 1_000, maxPerCaller: 100 };

/**
 * Limits what this process holds of a store's responses: 10,000 unsettled claims, 1,000 per caller, and 1,000 requests
 * that wait for one, 100 per caller.
 */
export function createIdempotencyClaims(store: () => AnswerStore): IdempotencyClaims {
  const unsettled = createCallerCount(UNSETTLED_LIMITS);
  const waiting = createCallerCount(WAITING_LIMITS);
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
        const settle = (answer: ReplayableAnswer | null) => {
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

function storeAnswer(answer: ReplayableAnswer): StoredAnswer {
  if (answer.kind === 'secret') return { kind: 'processed', id: answer.id };
  return { kind: 'answer', text: JSON.stringify(answer) };
}

function readAnswer(stored: StoredAnswer): ReplayableAnswer;
function readAnswer(stored: StoredAnswer | null): ReplayableAnswer | null;
function readAnswer(stored: StoredAnswer | null): ReplayableAnswer | null {
  if (stored === null) return null;
  return stored.kind === 'processed' ? { kind: 'secret', id: stored.id } : JSON.parse(stored.text);
}
