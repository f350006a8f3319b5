import { chooseLast, type LastCall, mergeUsage, type StoredUsage, type UsageDay } from '../usage-store.js';

/** Counts in compact form, because 30 days of 10,000 keys have to be small in memory and in the file. */
export interface UsageRecord {
  /** The id of the key. */
  readonly id: string;
  /** The last day with calls or rejections. */
  readonly day: number;
  /** The days up to `day`, oldest first, separated by commas: `calls`, or `calls/refusals`; empty for none. */
  readonly counts: string;
  readonly last: LastCall | null;
}

const COUNTS = /^(?:\d*(?:\/\d+)?)(?:,\d*(?:\/\d+)?)*$/;

/** Whether the text is a valid `counts` value. */
export function isUsageCounts(text: unknown): boolean {
  return typeof text === 'string' && COUNTS.test(text);
}

export function printUsage({ id, days, last }: StoredUsage): UsageRecord {
  const [first, newest] = [days[0]?.day ?? 0, days.at(-1)?.day ?? 0];
  const counts = Array.from({ length: newest - first + 1 }, () => '');
  for (const counted of days) counts[counted.day - first] = printDay(counted);
  return { id, day: newest, counts: counts.join(','), last: last && { ...last } };
}

export function readUsage({ id, day: newest, counts, last }: UsageRecord): StoredUsage {
  const texts = counts.split(',');
  const days = texts.map((text, index) => readDay(newest - texts.length + 1 + index, text));
  return { id, days: days.filter(({ calls, refusals }) => calls > 0 || refusals > 0), last };
}

/**
 * Adds counts to the record. In the usual case, calls of its last day only, the other days are not parsed: once a
 * minute all keys in use are written in one tick.
 */
export function addUsage(record: UsageRecord, counted: StoredUsage): UsageRecord {
  const [added, ...others] = counted.days;
  if (added?.day !== record.day || others.length > 0)
    return printUsage(mergeUsage(readUsage(record), counted));
  const start = record.counts.lastIndexOf(',') + 1;
  const before = readDay(record.day, record.counts.slice(start));
  const sum = { ...added, calls: before.calls + added.calls, refusals: before.refusals + added.refusals };
  const last = chooseLast(record.last, counted.last);
  return { ...record, counts: record.counts.slice(0, start) + printDay(sum), last: last && { ...last } };
}

/** A day as text: `12`, `12/3`, `/3`. */
function printDay({ calls, refusals }: UsageDay): string {
  return `${calls || ''}${refusals > 0 ? `/${refusals}` : ''}`;
}

function readDay(day: number, text: string): UsageDay {
  const [calls, refusals] = text.split('/');
  return { day, calls: Number(calls), refusals: Number(refusals ?? 0) };
}
