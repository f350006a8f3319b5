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
  /** Somebody did. Null when that answer is not kept after all: claim again. */
  | { readonly kind: 'again'; readonly answer: Promise<KeptAnswer | null> }
  /** Somebody asked for something else under the name. */
  | { readonly kind: 'other' }
  /** Too many requests are under way whose answer would have to be kept. */
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
const UNSETTLED_MAX = 10_000;

/**
 * Answers kept in this process's memory for 24 hours. Of more than 10,000, or 32 MiB, those are forgotten first that
 * whoever has most of them got first. What is not settled is never forgotten, since it may still be running, and is
 * `unsettledMax` at most, 10,000 when absent.
 */
export function createKeptAnswers(now: () => number, unsettledMax = UNSETTLED_MAX): KeptAnswers {
  let unsettled = 0;
  const entries = new Map<string, Entry>();
  const pool = createAnswerPool((name) => entries.delete(name));

  function findEntry(name: string): Entry | undefined {
    const entry = entries.get(name);
    if (!entry?.isSettled || entry.endsAtMs > now()) return entry;
    pool.remove(name);
    return undefined;
  }

  function begin(name: string, { caller, fingerprint }: Once): Claim {
    let settle: (answer: KeptAnswer | null | Promise<KeptAnswer | null>) => void = () => {};
    const answer = new Promise<KeptAnswer | null>((resolve) => {
      settle = resolve;
    }).catch(() => null);
    const entry: Entry = { fingerprint, answer, endsAtMs: now() + LIFE_MS, isSettled: false };
    entries.set(name, entry);
    unsettled += 1;
    answer.then((kept) => {
      entry.isSettled = true;
      unsettled -= 1;
      if (kept === null) entries.delete(name);
      else pool.add({ name, caller, bytes: sizeOf(kept), endsAtMs: entry.endsAtMs }, now());
    });
    return { kind: 'first', settle };
  }

  return {
    claim(request) {
      const name = `${request.caller}\n${request.name}`;
      const entry = findEntry(name);
      if (!entry) return unsettled < unsettledMax ? begin(name, request) : { kind: 'full' };
      if (entry.fingerprint !== request.fingerprint) return { kind: 'other' };
      return { kind: 'again', answer: entry.answer };
    },
  };
}

/** Two bytes a character, which is the most that V8 takes. */
function sizeOf(answer: KeptAnswer): number {
  if (answer.kind === 'secret') return 0;
  if (answer.kind === 'refusal') return 2 * JSON.stringify(answer.refusal).length;
  return 2 * ((answer.body?.length ?? 0) + JSON.stringify(answer.headers).length);
}
