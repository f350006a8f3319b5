import { createCallerCount } from '../overload/caller-count.js';
import type { Refusal } from '../respond/fail.js';
import { createAnswerPool } from './answer-pool.js';

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
  /** A success that held a secret, which is not kept. `id` is that of what was made, where the answer named one. */
  | { readonly kind: 'secret'; readonly id: string | null };

/** A request that is to be answered once. */
export interface Once {
  readonly caller: string;
  /** What the caller calls it, of all that the caller does. */
  readonly name: string;
  /** What was asked for. */
  readonly fingerprint: string;
}

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
  claim(request: Once): Claim;
}

interface Entry {
  readonly fingerprint: string;
  readonly answer: Promise<KeptAnswer | null>;
  readonly endsAtMs: number;
  isSettled: boolean;
}

/** RFC 9110 leaves it open; a day outlasts every retry of a client. */
const LIFE_MS = 86_400_000;
/** What is not settled cannot be forgotten, so that there may be no more of it. */
const UNSETTLED = { most: 10_000, mostPerCaller: 1_000 };
/** Each keeps its body in memory, and no place in the overload gate. */
const WAITING = { most: 1_000, mostPerCaller: 100 };

/**
 * Answers kept in this process's memory for 24 hours. Of more than 10,000, or 32 MiB, those are forgotten first that
 * whoever has most of them got first. What is not settled is never forgotten, since it may still be running:
 * there are 10,000 of it at most and 1,000 of a caller, for which 1,000 requests may wait, 100 of a caller.
 */
export function createKeptAnswers(now: () => number): KeptAnswers {
  const claims = createCallerCount(UNSETTLED);
  const waiting = createCallerCount(WAITING);
  const entries = new Map<string, Entry>();
  const pool = createAnswerPool((name) => entries.delete(name));

  function findEntry(name: string): Entry | undefined {
    const entry = entries.get(name);
    if (!entry?.isSettled || entry.endsAtMs > now()) return entry;
    pool.remove(name);
    return undefined;
  }

  function begin(name: string, { caller, fingerprint }: Once): Claim {
    if (!claims.add(caller)) return { kind: 'full' };
    let settle: (answer: KeptAnswer | null | Promise<KeptAnswer | null>) => void = () => {};
    const answer = new Promise<KeptAnswer | null>((resolve) => {
      settle = resolve;
    }).catch(() => null);
    const entry: Entry = { fingerprint, answer, endsAtMs: now() + LIFE_MS, isSettled: false };
    entries.set(name, entry);
    answer.then((kept) => {
      entry.isSettled = true;
      claims.remove(caller);
      if (kept === null) entries.delete(name);
      else pool.add({ name, caller, bytes: sizeOf(kept), endsAtMs: entry.endsAtMs }, now());
    });
    return { kind: 'first', settle };
  }

  return {
    claim(request) {
      const name = `${request.caller}\n${request.name}`;
      const entry = findEntry(name);
      if (!entry) return begin(name, request);
      if (entry.fingerprint !== request.fingerprint) return { kind: 'other' };
      if (entry.isSettled) return { kind: 'again', answer: entry.answer, stopWaiting: () => {} };
      if (!waiting.add(request.caller)) return { kind: 'full' };
      return { kind: 'again', answer: entry.answer, stopWaiting: () => waiting.remove(request.caller) };
    },
  };
}

/** Two bytes a character, which is the most that V8 takes. */
function sizeOf(answer: KeptAnswer): number {
  if (answer.kind === 'secret') return 0;
  if (answer.kind === 'refusal') return 2 * JSON.stringify(answer.refusal).length;
  return 2 * ((answer.body?.length ?? 0) + JSON.stringify(answer.headers).length);
}
