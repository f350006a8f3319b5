import type { AnswerStore, Once, StoredAnswer } from '../answer-store.js';
import { createAnswerPool } from './answer-pool.js';

export interface MemoryAnswers extends AnswerStore {
  /** Records the id of what the claimed request created. */
  noteMade(request: Once, id: string): void;
}

interface Entry {
  readonly fingerprint: string;
  readonly endsAtMs: number;
  answer: StoredAnswer | Promise<StoredAnswer | null>;
  madeId: string | null;
}

/** RFC 9110 sets no lifetime; a day is longer than any client retries. */
const LIFE_MS = 86_400_000;

/**
 * Stores responses in this process's memory. Beyond 10,000 responses or 32 MiB, it evicts the oldest ones of the caller
 * with the most bytes. An unsettled claim is never evicted, because its request may still be running.
 */
export function createMemoryAnswers(now: () => number): MemoryAnswers {
  const entries = new Map<string, Entry>();
  const pool = createAnswerPool((name) => entries.delete(name));

  function findEntry(name: string): Entry | undefined {
    const entry = entries.get(name);
    if (!entry || entry.answer instanceof Promise || entry.endsAtMs > now()) return entry;
    pool.remove(name);
    return undefined;
  }

  function begin(name: string, { caller, fingerprint }: Once): (answer: StoredAnswer | null) => void {
    let resolve: (answer: StoredAnswer | null) => void = () => {};
    const promise = new Promise<StoredAnswer | null>((resolved) => {
      resolve = resolved;
    });
    const entry: Entry = { fingerprint, endsAtMs: now() + LIFE_MS, answer: promise, madeId: null };
    entries.set(name, entry);
    let isSettled = false;
    return (answer) => {
      if (isSettled) return;
      isSettled = true;
      const made = entry.madeId === null ? null : ({ kind: 'made', id: entry.madeId } as const);
      const kept = answer ?? made;
      if (kept === null) entries.delete(name);
      else {
        entry.answer = kept;
        pool.add({ name, caller, bytes: sizeOf(kept), endsAtMs: entry.endsAtMs }, now());
      }
      resolve(kept);
    };
  }

  return {
    async claim(request) {
      const name = nameOf(request);
      const entry = findEntry(name);
      if (!entry) return { kind: 'first', settle: begin(name, request) };
      if (entry.fingerprint !== request.fingerprint) return { kind: 'other' };
      return { kind: 'again', answer: entry.answer };
    },
    noteMade(request, id) {
      const entry = entries.get(nameOf(request));
      if (entry) entry.madeId ??= id;
    },
  };
}

function nameOf({ caller, name }: Once): string {
  return `${caller}\n${name}`;
}

/** Counts two bytes per character, the maximum in V8. */
function sizeOf(answer: StoredAnswer): number {
  return answer.kind === 'answer' ? 2 * answer.text.length : 0;
}
