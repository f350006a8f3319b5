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

/** A finished call with a key. */
export interface KeyCall {
  /** Whether the call was rejected before it reached its procedure. */
  readonly isRefused: boolean;
  readonly address: string | null;
  /** The name of the procedure. */
  readonly operation: string | null;
  /** The response status. */
  readonly status: number | null;
}

/**
 * Counts the use of keys in memory and writes it in batches, so that no call waits for a write. Counts that are not
 * written when the process crashes are lost.
 */
export interface UsageCounter {
  /** Records that a call with the key was admitted. */
  noteUse(keyId: string, at: number): void;
  count(keyId: string, at: number, call: KeyCall): void;
  /** The time of the last use that is not written yet; undefined if there is none. */
  readLastUse(keyId: string): number | undefined;
  /** The counts of the key that are not written yet; null if there are none. */
  read(keyId: string): StoredUsage | null;
  /** Writes all counts now. */
  flush(): Promise<void>;
  /** Writes all counts for the last time. */
  close(): Promise<void>;
}

export interface UsageWriters {
  /** Stores the time of the last use of each key id. */
  readonly recordUses: (times: ReadonlyMap<string, number>) => Promise<void>;
  readonly add: (usages: readonly StoredUsage[]) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** The unwritten counts of one key. Mutable, so that only the first call with a key allocates. */
interface Pending {
  lastUse: number | undefined;
  day: number;
  calls: number;
  refusals: number;
  last: { -readonly [Field in keyof LastCall]: LastCall[Field] };
  /** The counts of days before `day`. */
  earlier: readonly UsageDay[];
}

export function createUsageCounter({ recordUses, add, onFailure }: UsageWriters): UsageCounter {
  let pending = new Map<string, Pending>();
  /** The counts that are being written. */
  let writing: ReadonlyMap<string, Pending> = new Map();
  let written: Promise<void> = Promise.resolve();
  const { schedule, close } = createFlushTimer(flush);

  function getOrCreate(keyId: string): Pending {
    let entry = pending.get(keyId);
    if (entry === undefined) {
      entry = createPending();
      pending.set(keyId, entry);
      schedule();
    }
    return entry;
  }

  function flush(): Promise<void> {
    written = written.then(write);
    return written;
  }

  async function write(): Promise<void> {
    if (pending.size === 0) return;
    writing = pending;
    pending = new Map();
    // Started in one tick, so that a file store writes both at once.
    const [times, counts] = await Promise.allSettled([writeTimes(writing), writeCounts(writing)]);
    if (times.status === 'rejected') for (const [id, { lastUse }] of writing) restoreUse(id, lastUse);
    // Counts with an unknown outcome may have been added, so they are not added again.
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
    const own = getOrCreate(id);
    own.lastUse ??= lastUse;
  }

  function restoreCounts(id: string, { day, calls, refusals, last, earlier }: Pending): void {
    const own = getOrCreate(id);
    own.earlier = sumDays([...earlier, { day, calls, refusals }, ...own.earlier]);
    if (own.last.at < last.at) own.last = last;
  }

  return {
    noteUse(keyId, at) {
      getOrCreate(keyId).lastUse = at;
    },
    count(keyId, at, { isRefused, address, operation, status }) {
      const own = getOrCreate(keyId);
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

/** Returns null if nothing is counted. */
function describePending(id: string, { day, calls, refusals, last, earlier }: Pending): StoredUsage | null {
  const today = { day, calls, refusals };
  const days = earlier.length === 0 ? [today] : sumDays([...earlier, today]);
  const counted = days.filter((own) => own.calls > 0 || own.refusals > 0);
  return counted.length === 0 ? null : { id, days: counted, last: { ...last } };
}

function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'UNKNOWN';
}
