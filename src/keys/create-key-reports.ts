import type { Store } from '../stores/store.js';
import { mergeUsage, type StoredUsage, USAGE_DAYS } from '../stores/usage-store.js';
import { DAY_MS } from './check-key-request.js';
import type { UsageCounter } from './create-usage-counter.js';
import type { KeyDay, KeyReport, KeyReports } from './key-reports.js';
import { mapStoreError } from './map-store-error.js';
import { prepareKeyPresenter } from './prepare-key-presenter.js';

const MAX_ENTRIES = 100;

export interface KeyReportsOptions {
  readonly store: Pick<Store, 'keys' | 'usage' | 'audit' | 'now'>;
  /** The counts of this process that are not written yet. */
  readonly usage: Pick<UsageCounter, 'read' | 'readLastUse'>;
}

/** Creates reports over a store. Counts of other processes from the last minute may be missing. */
export function createKeyReports({ store, usage }: KeyReportsOptions): KeyReports {
  const present = prepareKeyPresenter(usage);

  async function find({ id, userId }: Parameters<KeyReports['find']>[0]): Promise<KeyReport | null> {
    const key = await store.keys.findById(id);
    if (key === null || (userId !== undefined && key.userId !== userId)) return null;
    const [stored, audit] = await Promise.all([store.usage.find(id), store.audit.listByKey(id, MAX_ENTRIES)]);
    const pending = usage.read(id);
    const { days, last } = mergeUsage(stored ?? nothing(id), pending ?? nothing(id));
    return {
      userId: key.userId,
      record: present(key),
      days: listDays(days, Math.floor(store.now() / DAY_MS)),
      lastCall: last && { ...last, at: new Date(last.at) },
      audit,
    };
  }

  return { find: (key) => mapStoreError(find(key)) };
}

function nothing(id: string): StoredUsage {
  return { id, days: [], last: null };
}

/** Lists all of the last days, including days without calls. */
function listDays(days: StoredUsage['days'], today: number): KeyDay[] {
  const byDay = new Map(days.map((counted) => [counted.day, counted]));
  return Array.from({ length: USAGE_DAYS }, (_, index) => {
    const day = today - USAGE_DAYS + 1 + index;
    const { calls = 0, refusals = 0 } = byDay.get(day) ?? {};
    return { date: new Date(day * DAY_MS).toISOString().slice(0, 10), calls, refusals };
  });
}
