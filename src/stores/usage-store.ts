/** What calls with a key came to, as far as it is counted. */
export interface StoredUsage {
  /** The id of the key. */
  readonly id: string;
  /** Days with calls or refusals, the oldest first, none before the 30 that end with the last one. */
  readonly days: readonly UsageDay[];
  /** The last call; null when none is known. */
  readonly last: LastCall | null;
}

export interface UsageDay {
  /** Days since 1970-01-01, UTC. */
  readonly day: number;
  /** Calls that were let in, whatever came of them. */
  readonly calls: number;
  /** Calls that were refused before they reached a procedure. */
  readonly refusals: number;
}

export interface LastCall {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Null where the host told none. */
  readonly address: string | null;
  /** The name of the procedure; null when unknown. */
  readonly operation: string | null;
  /** Of the answer; null when unknown. */
  readonly status: number | null;
}

/** Counts by key and day. */
export interface UsageStore {
  /**
   * Adds to the counts of keys, each named once. Counts are never set, so that processes that count side by side add up. All
   * of it or nothing, unless the `StoreError` is UNKNOWN. Ids of keys that are gone are ignored.
   */
  add(usages: readonly StoredUsage[]): Promise<void>;
  /** Null for a key that is gone or was never used. */
  find(id: string): Promise<StoredUsage | null>;
}

/** How many days are kept. */
export const USAGE_DAYS = 30;

/** What two counts of one key come to together. */
export function mergeUsage(left: StoredUsage, right: StoredUsage): StoredUsage {
  const days = sumDays([...left.days, ...right.days]);
  const first = (days.at(-1)?.day ?? 0) - USAGE_DAYS + 1;
  return {
    id: left.id,
    days: days.filter(({ day }) => day >= first),
    last: chooseLast(left.last, right.last),
  };
}

/** The later of two calls; of two at one time the second. */
export function chooseLast(left: LastCall | null, right: LastCall | null): LastCall | null {
  return right !== null && right.at >= (left?.at ?? 0) ? right : left;
}

/** Each day once, the oldest first. */
export function sumDays(days: readonly UsageDay[]): UsageDay[] {
  const byDay = new Map<number, UsageDay>();
  for (const { day, calls, refusals } of days) {
    const before = byDay.get(day);
    byDay.set(day, {
      day,
      calls: calls + (before?.calls ?? 0),
      refusals: refusals + (before?.refusals ?? 0),
    });
  }
  return [...byDay.values()].sort((one, other) => one.day - other.day);
}
