import { parseDate } from '../../runtime/request/parse-date.js';
import { CliFailure } from '../cli-failure.js';

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };
const LONGEST_MS = 365 * 86_400_000;

/** `30d`, `12h`, `2w`, an ISO date or `never` (null). What lies in the past or beyond 365 days is refused. */
export function parseExpiry(text: string, now: Date): Date | null {
  if (text === 'never') return null;
  const span = /^(\d{1,6})([hdw])$/.exec(text);
  const date = span
    ? new Date(now.getTime() + Number(span[1]) * (UNIT_MS[span[2] as string] as number))
    : parseDate(text);
  if (!date) {
    throw new CliFailure(`--expires must be 30d, 12h, an ISO date or never, not "${text}".`, {
      help: 'For example: --expires 90d, --expires 2w or --expires 2027-01-31, which is midnight UTC.',
    });
  }
  if (date <= now)
    throw new CliFailure(`--expires ${text} is not in the future.`, {
      help: `It is ${now.toISOString()} now.`,
    });
  if (date.getTime() - now.getTime() > LONGEST_MS) {
    throw new CliFailure(`--expires ${text} is more than 365 days ahead.`, {
      help: 'A key lives 365 days at most, or never expires: --expires never.',
    });
  }
  return date;
}
