/** The call counts of a key. */
export interface StoredUsage {
  /** The id of the key. */
  readonly id: string;
  /** Days with calls or rejections, oldest first, at most the last 30 up to the newest. */
  readonly days: readonly UsageDay[];
  /** The most recent call; null when unknown. */
  readonly last: LastCall | null;
}

export interface UsageDay {
  /** Days since 1970-01-01, UTC. */
  readonly day: number;
  /** Calls that were admitted, whatever their outcome. */
  readonly calls: number;
  /** Calls that were rejected before they reached a procedure. */
  readonly refusals: number;
}

export interface LastCall {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Null if the host does not provide it. */
  readonly address: string | null;
  /** The name of the procedure; null when unknown. */
  readonly operation: string | null;
  /** The response status; null when unknown. */
  readonly status: number | null;
}

/** Call counts by key and day. */
export interface UsageStore {
  /**
   * Adds to the counts of keys, each listed once, atomically unless the `StoreError` is UNKNOWN. Counts are added,
   * never set, so that the counts of concurrent processes add up. Ids of deleted keys are ignored.
   */
  add(usages: readonly StoredUsage[]): Promise<void>;
  /** Returns null for a key that was deleted or never used. */
  find(id: string): Promise<StoredUsage | null>;
}

/** The number of days that are kept. */
export const USAGE_DAYS = 30;

/** The sum of two counts of one key. */
export function mergeUsage(left: StoredUsage, right: StoredUsage): StoredUsage {
  const days = sumDays([...left.days, ...right.days]);
  const first = (days.at(-1)?.day ?? 0) - USAGE_DAYS + 1;
  return {
    id: left.id,
    days: days.filter(({ day }) => day >= first),
    last: chooseLast(left.last, right.last),
  };
}

/** The later of two calls; the second if they have the same time. */
export function chooseLast(left: LastCall | null, right: LastCall | null): LastCall | null {
  return right !== null && right.at >= (left?.at ?? 0) ? right : left;
}

/** Sums the counts of each day, oldest day first. */
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
