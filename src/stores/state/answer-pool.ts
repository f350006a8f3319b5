/** What is kept of one answer, as far as the room that it takes is concerned. */
export interface PooledAnswer {
  readonly name: string;
  readonly caller: string;
  /** What its content takes. */
  readonly bytes: number;
  readonly endsAtMs: number;
}

/** Bounds what is kept. It tells which answers have to go. */
export interface AnswerPool {
  /** Takes an answer up, and lets go of those that have ended by `nowMs` or have no room any more. */
  add(answer: PooledAnswer, nowMs: number): void;
  remove(name: string): void;
}

/** The answers of one caller, the oldest first. */
interface Share {
  readonly answers: Set<PooledAnswer>;
  bytes: number;
}

const ANSWERS_MAX = 10_000;
const BYTES_MAX = 32 * 1_048_576;
/** What an answer takes beside its content, roughly. */
const ANSWER_BYTES = 1_024;

/**
 * A pool in which nobody takes another's room: when it is full the oldest answer goes of the caller who has most, to a
 * factor of two. That many ranks are enough to find that caller without a look at all of them.
 */
export function createAnswerPool(forget: (name: string) => void): AnswerPool {
  const answers = new Map<string, PooledAnswer>();
  const shares = new Map<string, Share>();
  const ranks = Array.from({ length: 32 }, () => new Set<Share>());
  let bytes = 0;

  function weigh(share: Share, difference: number): void {
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
    weigh(share, -sizeOf(answer));
    if (share.answers.size === 0) shares.delete(answer.caller);
    forget(name);
  }

  function removeEnded(nowMs: number): void {
    for (const { name, endsAtMs } of answers.values()) {
      if (endsAtMs > nowMs) return;
      remove(name);
    }
  }

  function removeOne(): void {
    const [heaviest] = ranks.findLast((rank) => rank.size > 0) ?? [];
    const [oldest] = heaviest?.answers ?? [];
    if (oldest) remove(oldest.name);
  }

  return {
    add(answer, nowMs) {
      removeEnded(nowMs);
      const share = shares.get(answer.caller) ?? { answers: new Set(), bytes: 0 };
      shares.set(answer.caller, share);
      answers.set(answer.name, answer);
      share.answers.add(answer);
      weigh(share, sizeOf(answer));
      while (answers.size > ANSWERS_MAX || bytes > BYTES_MAX) removeOne();
    },
    remove,
  };
}

function sizeOf(answer: PooledAnswer): number {
  return ANSWER_BYTES + answer.bytes;
}

/** The power of two below what a caller has. */
function rankOf({ bytes }: Share): number {
  return 31 - Math.clz32(bytes);
}
