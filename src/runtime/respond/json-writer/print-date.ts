const { getTime, toISOString, toJSON } = Date.prototype;

/** Whether dates print as the language has it: an application can replace what prints them, even for all of them. */
const isAsEver = new Date(0).toJSON() === '1970-01-01T00:00:00.000Z';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** From the `T` on, without it. */
const TIME_LENGTH = 'HH:MM:SS.sssZ'.length;

const SECONDS = Array.from({ length: 60 }, (_, second) => pad(second, 2));
const MINUTES = Array.from(
  { length: 1440 },
  (_, minute) => `${pad(Math.floor(minute / 60), 2)}:${pad(minute % 60, 2)}:`,
);
const ENDS = Array.from({ length: 1000 }, (_, millisecond) => `.${pad(millisecond, 3)}Z"`);

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}

/** The day of the date that was printed last, and its text: dates of one answer are often of one day. */
let day = Number.NaN;
let dayText = '';

/** A date as an ISO date-time in quotes; undefined for one that is invalid, or has methods of its own. */
export function printDate(date: Date): string | undefined {
  if (!isAsEver || date.toJSON !== toJSON || date.toISOString !== toISOString) return undefined;
  const time = getTime.call(date);
  if (Number.isNaN(time)) return undefined;
  const ownDay = Math.floor(time / DAY_MS);
  if (ownDay !== day) {
    dayText = `"${date.toISOString().slice(0, -TIME_LENGTH)}`;
    day = ownDay;
  }
  const ofDay = time - ownDay * DAY_MS;
  const minute = Math.floor(ofDay / MINUTE_MS);
  const ofMinute = ofDay - minute * MINUTE_MS;
  const second = Math.floor(ofMinute / 1000);
  return `${dayText}${MINUTES[minute]}${SECONDS[second]}${ENDS[ofMinute - second * 1000]}`;
}
