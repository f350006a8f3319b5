import { readDigits, skipDigits } from './read-digits.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The calendar repeats after 400 years (146,097 days). */
const CYCLE_YEARS = 400;
const CYCLE_MS = 146_097 * 24 * HOUR_MS;

const DATE_LENGTH = 10;
const SECOND = 17;
const TIME_LENGTH = 19;

/** RFC 3339 has the years 0000 to 9999, and responses contain dates in UTC. */
const FIRST_MS = Date.UTC(CYCLE_YEARS, 0) - CYCLE_MS;
const END_MS = Date.UTC(10_000, 0);

/**
 * Parses an RFC 3339 date-time, or a full date (midnight UTC). Returns undefined for any other text, for a date that
 * does not exist, and for one whose offset moves it to the year -1 or 10000 in UTC. Fractions of a millisecond are
 * dropped.
 */
export function parseDate(text: string): Date | undefined {
  const dayMs = readDate(text);
  const timeMs = text.length === DATE_LENGTH ? 0 : readTime(text);
  const instant = dayMs + timeMs;
  // Also true for NaN.
  if (!(instant >= FIRST_MS && instant < END_MS)) return undefined;
  const date = new Date(instant);
  return readDigits(text, SECOND, 2) === 60 && !isAfterLeapSecond(date) ? undefined : date;
}

/** Returns midnight UTC of `YYYY-MM-DD` in epoch milliseconds; NaN if the text does not begin with a date. */
function readDate(text: string): number {
  const year = readDigits(text, 0, 4);
  const month = readDigits(text, 5, 2);
  const day = readDigits(text, 8, 2);
  const isDate =
    text[4] === '-' && text[7] === '-' && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  // One cycle later, because Date.UTC maps the years 0 to 99 to 1900 to 1999.
  return isDate ? Date.UTC(year + CYCLE_YEARS, month - 1, day) - CYCLE_MS : Number.NaN;
}

/** Returns the milliseconds from midnight UTC of the `THH:MM:SS[.fraction]zone` after the date; NaN if invalid. */
function readTime(text: string): number {
  const hour = readDigits(text, 11, 2);
  const minute = readDigits(text, 14, 2);
  const second = readDigits(text, SECOND, 2);
  const isTime =
    (text[10] === 'T' || text[10] === 't') &&
    text[13] === ':' &&
    text[16] === ':' &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 60;
  if (!isTime) return Number.NaN;
  const zone = text[TIME_LENGTH] === '.' ? skipDigits(text, TIME_LENGTH + 1) : TIME_LENGTH;
  const milliseconds = zone === TIME_LENGTH ? 0 : readFraction(text, TIME_LENGTH + 1, zone);
  return (
    hour * HOUR_MS + minute * MINUTE_MS + second * 1000 + milliseconds - readOffset(text, zone) * MINUTE_MS
  );
}

/** Returns the milliseconds of a fraction of a second, from its first three digits; NaN if it has none. */
function readFraction(text: string, start: number, end: number): number {
  if (end === start) return Number.NaN;
  const digits = Math.min(end - start, 3);
  return readDigits(text, start, digits) * 10 ** (3 - digits);
}

/** Returns the offset from UTC in minutes of a final `Z` or `±HH:MM`; NaN if it is neither. */
function readOffset(text: string, start: number): number {
  const sign = text[start];
  if (sign === 'Z' || sign === 'z') return text.length === start + 1 ? 0 : Number.NaN;
  const hour = readDigits(text, start + 1, 2);
  const minute = readDigits(text, start + 4, 2);
  const isOffset =
    (sign === '+' || sign === '-') &&
    text[start + 3] === ':' &&
    text.length === start + 6 &&
    hour <= 23 &&
    minute <= 59;
  return isOffset ? (sign === '-' ? -1 : 1) * (hour * 60 + minute) : Number.NaN;
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeap ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Second 60 exists only at the end of a month in UTC (RFC 3339, 5.7). JavaScript reads it as the next day's first. */
function isAfterLeapSecond(date: Date): boolean {
  return (
    date.getUTCDate() === 1 &&
    date.getUTCHours() === 0 &&
    date.getUTCMinutes() === 0 &&
    date.getUTCSeconds() === 0
  );
}
