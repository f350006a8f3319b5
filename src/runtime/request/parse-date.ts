import { readDigits, skipDigits } from './read-digits.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The calendar repeats itself after 400 years (146,097 days). */
const CYCLE_YEARS = 400;
const CYCLE_MS = 146_097 * 24 * HOUR_MS;

const DATE_LENGTH = 10;
const SECOND = 17;
const TIME_LENGTH = 19;

/** RFC 3339 knows the years 0000 to 9999, and an answer says its dates in UTC. */
const FIRST_MS = Date.UTC(CYCLE_YEARS, 0) - CYCLE_MS;
const END_MS = Date.UTC(10_000, 0);

/**
 * The instant that `text` names as an RFC 3339 date-time, or as a full date (midnight UTC); undefined for any other
 * text, for a date that the calendar does not have, and for one that its offset puts into the year -1 or 10000 of UTC.
 * What is finer than a millisecond is dropped.
 */
export function parseDate(text: string): Date | undefined {
  const dayMs = readDate(text);
  const timeMs = text.length === DATE_LENGTH ? 0 : readTime(text);
  const instant = dayMs + timeMs;
  // Not a number is neither.
  if (!(instant >= FIRST_MS && instant < END_MS)) return undefined;
  const date = new Date(instant);
  return readDigits(text, SECOND, 2) === 60 && !isAfterLeapSecond(date) ? undefined : date;
}

/** Midnight UTC of `YYYY-MM-DD` in epoch milliseconds; NaN when the text does not begin with one. */
function readDate(text: string): number {
  const year = readDigits(text, 0, 4);
  const month = readDigits(text, 5, 2);
  const day = readDigits(text, 8, 2);
  const isDate =
    text[4] === '-' && text[7] === '-' && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  // A cycle later, because Date.UTC takes the years 0 to 99 for 1900 to 1999.
  return isDate ? Date.UTC(year + CYCLE_YEARS, month - 1, day) - CYCLE_MS : Number.NaN;
}

/** Milliseconds from midnight UTC to the `THH:MM:SS[.fraction]zone` after the date; NaN when there is none. */
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

/** The first three digits of a fraction of a second; NaN when it has none. */
function readFraction(text: string, start: number, end: number): number {
  if (end === start) return Number.NaN;
  const digits = Math.min(end - start, 3);
  return readDigits(text, start, digits) * 10 ** (3 - digits);
}

/** The minutes by which `Z` or `±HH:MM`, which ends the text, is ahead of UTC; NaN when it is neither. */
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

/** Second 60 exists at the end of a month in UTC only (RFC 3339, 5.7); JavaScript counts it as the next day's first. */
function isAfterLeapSecond(date: Date): boolean {
  return (
    date.getUTCDate() === 1 &&
    date.getUTCHours() === 0 &&
    date.getUTCMinutes() === 0 &&
    date.getUTCSeconds() === 0
  );
}
