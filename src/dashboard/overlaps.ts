import type { MessageKey } from './messages.js';
import { DAY_MS, HOUR_MS } from './pages/format-moment.js';

export interface Overlap {
  readonly ms: number;
  readonly label: MessageKey;
}

/** How long a rotated key still works, by the value of the form field. */
export const OVERLAPS: ReadonlyMap<string, Overlap> = new Map([
  ['none', { ms: 0, label: 'rotate.none' }],
  ['hour', { ms: HOUR_MS, label: 'rotate.hour' }],
  ['day', { ms: DAY_MS, label: 'rotate.day' }],
  ['week', { ms: 7 * DAY_MS, label: 'rotate.week' }],
]);

export const DEFAULT_OVERLAP = 'day';
