import type { RefusalEvent } from './audit-log.js';
import type { ChangeOrigin } from './change-origin.js';
import { readCounterAddress } from './counter-address.js';

/** Counts rejections by address, IPv6 by /64, so that thousands of them a second do not fill the disk. */
export interface RefusalCounter {
  count(event: RefusalEvent, origin: ChangeOrigin): void;
  /** Reports the counts that have not been reported yet. */
  close(): Promise<void>;
}

export type ReportRefusals = (event: RefusalEvent, origin: ChangeOrigin, count: number) => Promise<void>;

const WINDOW_MS = 60_000;
/** The number of addresses that get their own audit entries per minute. The rest share one without an address. */
const MAX_ADDRESSES = 100;

interface Window {
  readonly event: RefusalEvent;
  /** The origin of the latest rejection. */
  origin: ChangeOrigin;
  /** The number of rejections since the last report. */
  unreported: number;
  readonly timer: NodeJS.Timeout;
}

/** Reports the first rejection of an address at once, and further ones together a minute after the previous report. */
export function createRefusalCounter(report: ReportRefusals): RefusalCounter {
  const windows = new Map<string, Window>();

  function openWindow(name: string, event: RefusalEvent, origin: ChangeOrigin, count: number): Promise<void> {
    const timer = setTimeout(() => {
      const window = windows.get(name);
      windows.delete(name);
      if (window && window.unreported > 0) void openWindow(name, event, window.origin, window.unreported);
    }, WINDOW_MS);
    timer.unref();
    windows.set(name, { event, origin, unreported: 0, timer });
    return report(event, origin, count);
  }

  return {
    count(event, origin) {
      const own = `${event} ${readCounterAddress(origin.address ?? '')}`;
      const isOverLimit = windows.size >= MAX_ADDRESSES && !windows.has(own);
      const name = isOverLimit ? `${event} others` : own;
      const counted = isOverLimit ? { actor: null, address: null, requestId: null } : origin;
      const window = windows.get(name);
      if (window === undefined) {
        void openWindow(name, event, counted, 1);
        return;
      }
      window.origin = counted;
      window.unreported += 1;
    },
    async close() {
      const open = [...windows.values()];
      windows.clear();
      for (const { timer } of open) clearTimeout(timer);
      const late = open.filter(({ unreported }) => unreported > 0);
      await Promise.all(late.map(({ event, origin, unreported }) => report(event, origin, unreported)));
    },
  };
}
