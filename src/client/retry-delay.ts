import { REDIRECTED } from './network-messages.js';
import type { Fail } from './result.js';

/**
 * How long to wait before try number `attempt`, in milliseconds; `Infinity` when it would not help. The server's
 * `Retry-After`, the first of several, counts where it is a minute at most; otherwise 0.5 s, doubling up to 8 s, spread so that callers do not
 * come back together.
 */
export function computeRetryDelay(fail: Fail, attempt: number, isRepeatable: boolean): number {
  const after = fail.headers?.get('retry-after') ?? '';
  const said = /^(\d+)(?:,|$)|^\w+, [\w :]+ GMT$/.exec(after);
  const wait = said?.[1] ? +said[1] * 1000 : Math.max(0, Date.parse(said?.[0] ?? '') - Date.now());
  const hasWait = wait >= 0;
  const isRefused = fail.status === 429 || (fail.status === 503 && hasWait);
  // A network fail or a timeout, beside these statuses.
  const isPassing =
    /^(408|50[0234])$/.test(`${fail.status}`) || (/^[nt]/.test(fail.kind) && fail.message !== REDIRECTED);
  if (wait > 60_000 || !(isRefused || (isRepeatable && isPassing))) return Infinity;
  return hasWait ? wait : Math.min(8000, 250 * 2 ** attempt * (1 + Math.random()));
}
