import type { AnswerStore, IdempotentRequest, StoredAnswer } from '../answer-store.js';
import { createAnswerPool } from './answer-pool.js';

export interface MemoryAnswers extends AnswerStore {
  /** Records the id of what the claimed request created. */
  recordCreated(request: IdempotentRequest, id: string): void;
}

interface Entry {
  readonly fingerprint: string;
  readonly expiresAtMs: number;
  answer: StoredAnswer | Promise<StoredAnswer | null>;
  createdId: string | null;
}

/** RFC 9110 sets no lifetime; a day is longer than any client retries. */
const LIFETIME_MS = 86_400_000;

/**
 * Stores responses in this process's memory. Beyond 10,000 responses or 32 MiB, it evicts the oldest ones of the caller
 * with the most bytes. An unsettled claim is never evicted, because its request may still be running.
 */
export function createMemoryAnswers(now: () => number): MemoryAnswers {
  const entries = new Map<string, Entry>();
  const pool = createAnswerPool((name) => entries.delete(name));

  function findEntry(name: string): Entry | undefined {
    const entry = entries.get(name);
    if (!entry || entry.answer instanceof Promise || entry.expiresAtMs > now()) return entry;
    pool.remove(name);
    return undefined;
  }

  function createClaim(
    name: string,
    { caller, fingerprint }: IdempotentRequest,
  ): (answer: StoredAnswer | null) => void {
    let resolve: (answer: StoredAnswer | null) => void = () => {};
    const promise = new Promise<StoredAnswer | null>((resolved) => {
      resolve = resolved;
    });
    const entry: Entry = { fingerprint, expiresAtMs: now() + LIFETIME_MS, answer: promise, createdId: null };
    entries.set(name, entry);
    let isSettled = false;
    return (answer) => {
      if (isSettled) return;
      isSettled = true;
      const processed =
        entry.createdId === null ? null : ({ kind: 'processed', id: entry.createdId } as const);
      const stored = answer ?? processed;
      if (stored === null) entries.delete(name);
      else {
        entry.answer = stored;
        pool.add({ name, caller, bytes: sizeOf(stored), expiresAtMs: entry.expiresAtMs }, now());
      }
      resolve(stored);
    };
  }

  return {
    async claim(request) {
      const name = nameOf(request);
      const entry = findEntry(name);
      if (!entry) return { kind: 'first', settle: createClaim(name, request) };
      if (entry.fingerprint !== request.fingerprint) return { kind: 'other' };
      return { kind: 'again', answer: entry.answer };
    },
    recordCreated(request, id) {
      const entry = entries.get(nameOf(request));
      if (entry) entry.createdId ??= id;
    },
  };
}

function nameOf({ caller, name }: IdempotentRequest): string {
  return `${caller}\n${name}`;
}

/** Counts two bytes per character, the maximum in V8. */
function sizeOf(answer: StoredAnswer): number {
  return answer.kind === 'answer' ? 2 * answer.text.length : 0;
}
