const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2})))?$/;

/**
 * The instant that `text` names as an RFC 3339 date-time, or as a full date (midnight UTC); undefined for any
 * other text and for a date that the calendar does not have. What is finer than a millisecond is dropped.
 */
export function parseDate(text: string): Date | undefined {
  const match = DATE_TIME.exec(text);
  if (!match) return undefined;
  const field = (index: number) => Number(match[index] ?? 0);
  const [year, month, day] = [field(1), field(2), field(3)];
  const [hour, minute, second] = [field(4), field(5), field(6)];
  const [offsetHour, offsetMinute] = [field(9), field(10)];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return undefined;

  const offsetMinutes = (match[8] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  const date = new Date(0);
  // Not Date.UTC, which takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute - offsetMinutes, second, Number((match[7] ?? '').slice(0, 3).padEnd(3, '0')));
  return second === 60 && !isAfterLeapSecond(date) ? undefined : date;
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Second 60 exists at the end of a month in UTC only (RFC 3339, 5.7); JavaScript counts it as the next day's first. */
function isAfterLeapSecond(date: Date): boolean {
  return (
    date.getUTCDate() === 1 &&
    date.getUTCHours() === 0 &&
    date.getUTCMinutes() === 0 &&
    date.getUTCSeconds() === 0
  );
}
