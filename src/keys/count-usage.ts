import { StoreError } from '../stores/store-error.js';
import {
  type LastCall,
  mergeUsage,
  type StoredUsage,
  sumDays,
  type UsageDay,
} from '../stores/usage-store.js';
import { DAY_MS } from './check-key-request.js';
import { createFlushTimer } from './flush-timer.js';

/** A call with a key, once it is answered. */
export interface KeyCall {
  /** Whether it was refused before it reached its procedure. */
  readonly isRefused: boolean;
  readonly address: string | null;
  /** The name of the procedure. */
  readonly operation: string | null;
  /** Of the answer. */
  readonly status: number | null;
}

/**
 * Counts the use of keys in memory, and writes it together later: a call writes nothing. What is not written when the process
 * dies is lost.
 */
export interface UsageCount {
  /** Notes that a call with the key is let in. */
  noteUse(keyId: string, at: number): void;
  count(keyId: string, at: number, call: KeyCall): void;
  /** When the key was last used, as far as that is not written; undefined for no such use. */
  readLastUse(keyId: string): number | undefined;
  /** What is counted of the key and not written; null for nothing. */
  read(keyId: string): StoredUsage | null;
  /** Writes what is noted, now. */
  flush(): Promise<void>;
  /** Writes what is noted, for the last time. */
  close(): Promise<void>;
}

export interface UsageWriters {
  /** Key id to the time of its last use. */
  readonly recordUses: (times: ReadonlyMap<string, number>) => Promise<void>;
  readonly add: (usages: readonly StoredUsage[]) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** What is not written of one key. Changed in place: a call allocates nothing but the first of its key. */
interface Pending {
  lastUse: number | undefined;
  day: number;
  calls: number;
  refusals: number;
  last: { -readonly [Field in keyof LastCall]: LastCall[Field] };
  /** What was counted before `day`. */
  earlier: readonly UsageDay[];
}

export function createUsageCount({ recordUses, add, onFailure }: UsageWriters): UsageCount {
  let pending = new Map<string, Pending>();
  /** What is being written. */
  let writing: ReadonlyMap<string, Pending> = new Map();
  let written: Promise<void> = Promise.resolve();
  const { schedule, close } = createFlushTimer(flush);

  function obtain(keyId: string): Pending {
    let own = pending.get(keyId);
    if (own === undefined) {
      own = createPending();
      pending.set(keyId, own);
      schedule();
    }
    return own;
  }

  function flush(): Promise<void> {
    written = written.then(write);
    return written;
  }

  async function write(): Promise<void> {
    if (pending.size === 0) return;
    writing = pending;
    pending = new Map();
    // Begun in one turn, so that a store in a file writes both at once.
    const [times, counts] = await Promise.allSettled([writeTimes(writing), writeCounts(writing)]);
    if (times.status === 'rejected') for (const [id, { lastUse }] of writing) restoreUse(id, lastUse);
    // Counts that may have been added are not added twice.
    if (counts.status === 'rejected' && !isOutcomeUnknown(counts.reason))
      for (const [id, own] of writing) restoreCounts(id, own);
    writing = new Map();
    const failure = [times, counts].find(({ status }) => status === 'rejected');
    if (failure?.status === 'rejected') onFailure(failure.reason);
    if (pending.size > 0) schedule();
  }

  async function writeTimes(from: ReadonlyMap<string, Pending>): Promise<void> {
    const times = new Map<string, number>();
    for (const [id, { lastUse }] of from) if (lastUse !== undefined) times.set(id, lastUse);
    if (times.size > 0) await recordUses(times);
  }

  async function writeCounts(from: ReadonlyMap<string, Pending>): Promise<void> {
    const usages = Array.from(from, ([id, own]) => describePending(id, own)).filter(
      (usage) => usage !== null,
    );
    if (usages.length > 0) await add(usages);
  }

  function restoreUse(id: string, lastUse: number | undefined): void {
    if (lastUse === undefined) return;
    const own = obtain(id);
    own.lastUse ??= lastUse;
  }

  function restoreCounts(id: string, { day, calls, refusals, last, earlier }: Pending): void {
    const own = obtain(id);
    own.earlier = sumDays([...earlier, { day, calls, refusals }, ...own.earlier]);
    if (own.last.at < last.at) own.last = last;
  }

  return {
    noteUse(keyId, at) {
      obtain(keyId).lastUse = at;
    },
    count(keyId, at, { isRefused, address, operation, status }) {
      const own = obtain(keyId);
      const day = Math.floor(at / DAY_MS);
      if (day !== own.day) beginDay(own, day);
      if (isRefused) own.refusals += 1;
      else own.calls += 1;
      const { last } = own;
      last.at = at;
      last.address = address;
      last.operation = operation;
      last.status = status;
    },
    readLastUse: (keyId) => pending.get(keyId)?.lastUse ?? writing.get(keyId)?.lastUse,
    read(keyId) {
      const [early, late] = [writing, pending].map((from) => {
        const own = from.get(keyId);
        return own === undefined ? null : describePending(keyId, own);
      });
      return early && late ? mergeUsage(early, late) : (early ?? late ?? null);
    },
    flush,
    close,
  };
}

function createPending(): Pending {
  return {
    lastUse: undefined,
    day: 0,
    calls: 0,
    refusals: 0,
    last: { at: 0, address: null, operation: null, status: null },
    earlier: [],
  };
}

function beginDay(own: Pending, day: number): void {
  const { calls, refusals } = own;
  if (calls > 0 || refusals > 0) own.earlier = sumDays([...own.earlier, { day: own.day, calls, refusals }]);
  own.day = day;
  own.calls = 0;
  own.refusals = 0;
}

/** Null where nothing is counted. */
function describePending(id: string, { day, calls, refusals, last, earlier }: Pending): StoredUsage | null {
  const today = { day, calls, refusals };
  const days = earlier.length === 0 ? [today] : sumDays([...earlier, today]);
  const counted = days.filter((own) => own.calls > 0 || own.refusals > 0);
  return counted.length === 0 ? null : { id, days: counted, last: { ...last } };
}

function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'UNKNOWN';
}
