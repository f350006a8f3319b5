/** What a request was answered with, as far as a second one with the same key gets to see it. */
export type KeptAnswer =
  | {
      readonly kind: 'success';
      readonly status: number;
      readonly headers: Readonly<Record<string, string | string[]>>;
      /** The body as it was sent; null when there was none. */
      readonly body: string | null;
    }
  /** What was thrown. */
  | { readonly kind: 'refusal'; readonly thrown: unknown }
  /** A success that held a secret, which is not kept. `id` is that of what was made, where the answer named one. */
  | { readonly kind: 'secret'; readonly id: string | null };

export interface KeptAnswers {
  /**
   * Runs `make` unless an answer under `name` is kept or being made. Resolves to that answer, to `'other'` when it
   * belongs to a request with another fingerprint, or to null when `make` ran here. An answer that `make` gives as
   * null, or a rejection, is not kept: whoever waits for it runs `make` in turn.
   */
  once(
    name: string,
    fingerprint: string,
    make: () => Promise<KeptAnswer | null>,
  ): Promise<KeptAnswer | 'other' | null>;
}

/** RFC 9110 leaves it open; a day outlasts every retry of a client. */
const LIFE_MS = 86_400_000;
const ANSWERS_MAX = 10_000;
const BYTES_MAX = 32 * 1_048_576;
/** What an entry costs beside its body, roughly. */
const ENTRY_BYTES = 1_024;

interface Entry {
  readonly fingerprint: string;
  readonly answer: Promise<KeptAnswer | null>;
  readonly endsAtMs: number;
  bytes: number;
}

/** Answers kept in this process's memory for 24 hours; of more than 10,000, or 32 MiB, the oldest are forgotten. */
export function createKeptAnswers(now: () => number): KeptAnswers {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  function forget(name: string, entry: Entry): void {
    if (entries.get(name) !== entry) return;
    entries.delete(name);
    bytes -= entry.bytes;
  }

  function makeRoom(): void {
    for (const [name, entry] of entries) {
      const isFull = entries.size > ANSWERS_MAX || bytes > BYTES_MAX;
      if (!isFull && entry.endsAtMs > now()) return;
      forget(name, entry);
    }
  }

  function begin(name: string, fingerprint: string, make: () => Promise<KeptAnswer | null>): Entry {
    const answer = make();
    const entry: Entry = { fingerprint, answer, endsAtMs: now() + LIFE_MS, bytes: ENTRY_BYTES };
    entries.set(name, entry);
    bytes += entry.bytes;
    const settle = (kept: KeptAnswer | null) => {
      if (kept === null) return forget(name, entry);
      const size = sizeOf(kept);
      if (entries.get(name) !== entry) return;
      entry.bytes += size;
      bytes += size;
      makeRoom();
    };
    answer.then(settle, () => settle(null));
    makeRoom();
    return entry;
  }

  return {
    async once(name, fingerprint, make) {
      for (;;) {
        const entry = entries.get(name);
        if (!entry || entry.endsAtMs <= now()) {
          if (entry) forget(name, entry);
          await begin(name, fingerprint, make).answer;
          return null;
        }
        if (entry.fingerprint !== fingerprint) return 'other';
        const kept = await entry.answer.catch(() => null);
        if (kept !== null) return kept;
        forget(name, entry);
      }
    },
  };
}

function sizeOf(answer: KeptAnswer): number {
  return answer.kind === 'success' ? 2 * (answer.body?.length ?? 0) : 0;
}
