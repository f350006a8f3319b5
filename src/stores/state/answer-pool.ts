/** The metadata of a stored response, for enforcing the size limits. */
export interface PooledAnswer {
  readonly name: string;
  readonly caller: string;
  /** The size of its content. */
  readonly bytes: number;
  readonly expiresAtMs: number;
}

/** Limits how many responses are stored, and decides which ones to evict. */
export interface AnswerPool {
  /** Adds a response, and evicts those that expired by `nowMs` or exceed the limits. */
  add(answer: PooledAnswer, nowMs: number): void;
  remove(name: string): void;
}

/** The responses of one caller, oldest first. */
interface Share {
  readonly answers: Set<PooledAnswer>;
  bytes: number;
}

const MAX_ANSWERS = 10_000;
const MAX_BYTES = 32 * 1_048_576;
/** The approximate overhead of a response. */
const OVERHEAD_BYTES = 1_024;

/**
 * A pool with fair eviction: when it is full, it evicts the oldest response of the caller that uses the most bytes, to
 * within a factor of two. One rank per power of two is enough to find that caller without a scan of all.
 */
export function createAnswerPool(onEvict: (name: string) => void): AnswerPool {
  const answers = new Map<string, PooledAnswer>();
  const shares = new Map<string, Share>();
  const ranks = Array.from({ length: 32 }, () => new Set<Share>());
  let bytes = 0;

  function resize(share: Share, difference: number): void {
    ranks[rankOf(share)]?.delete(share);
    share.bytes += difference;
    bytes += difference;
    if (share.bytes > 0) ranks[rankOf(share)]?.add(share);
  }

  function remove(name: string): void {
    const answer = answers.get(name);
    const share = answer && shares.get(answer.caller);
    if (!share) return;
    answers.delete(name);
    share.answers.delete(answer);
    resize(share, -sizeOf(answer));
    if (share.answers.size === 0) shares.delete(answer.caller);
    onEvict(name);
  }

  function evictExpired(nowMs: number): void {
    for (const { name, expiresAtMs } of answers.values()) {
      if (expiresAtMs > nowMs) return;
      remove(name);
    }
  }

  function evictOne(): void {
    const [largest] = ranks.findLast((rank) => rank.size > 0) ?? [];
    const [oldest] = largest?.answers ?? [];
    if (oldest) remove(oldest.name);
  }

  return {
    add(answer, nowMs) {
      evictExpired(nowMs);
      const share = shares.get(answer.caller) ?? { answers: new Set(), bytes: 0 };
      shares.set(answer.caller, share);
      answers.set(answer.name, answer);
      share.answers.add(answer);
      resize(share, sizeOf(answer));
      while (answers.size > MAX_ANSWERS || bytes > MAX_BYTES) evictOne();
    },
    remove,
  };
}

function sizeOf(answer: PooledAnswer): number {
  return OVERHEAD_BYTES + answer.bytes;
}

/** The logarithm, base 2 and rounded down, of the caller's bytes. */
function rankOf({ bytes }: Share): number {
  return 31 - Math.clz32(bytes);
}
