import type { LastCall, StoredUsage, UsageDay } from '../usage-store.js';

/** Counts as the state holds them: 30 days of 10,000 keys have to be small in memory and in the file. */
export interface UsageRecord {
  /** The id of the key. */
  readonly id: string;
  /** The last day with calls or refusals. */
  readonly day: number;
  /** The days up to that one, the oldest first, a comma between two: `calls`, or `calls/refusals`; empty for none. */
  readonly counts: string;
  readonly last: LastCall | null;
}

const COUNTS = /^(?:\d*(?:\/\d+)?)(?:,\d*(?:\/\d+)?)*$/;

/** Whether the text can be the `counts` of a record. */
export function isUsageCounts(text: unknown): boolean {
  return typeof text === 'string' && COUNTS.test(text);
}

export function printUsage({ id, days, last }: StoredUsage): UsageRecord {
  const [first, newest] = [days[0]?.day ?? 0, days.at(-1)?.day ?? 0];
  const counts = Array.from({ length: newest - first + 1 }, () => '');
  for (const { day, calls, refusals } of days)
    counts[day - first] = `${calls || ''}${refusals > 0 ? `/${refusals}` : ''}`;
  return { id, day: newest, counts: counts.join(','), last: last && { ...last } };
}

export function readUsage({ id, day: newest, counts, last }: UsageRecord): StoredUsage {
  const texts = counts.split(',');
  const days = texts.map((text, index): UsageDay => {
    const [calls, refusals] = text.split('/');
    return { day: newest - texts.length + 1 + index, calls: Number(calls), refusals: Number(refusals ?? 0) };
  });
  return { id, days: days.filter(({ calls, refusals }) => calls > 0 || refusals > 0), last };
}
