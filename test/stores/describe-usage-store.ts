import { describe, expect, it } from 'vitest';
import type { StoredUsage } from '../../src/stores/usage-store.js';
import type { OpenedStore } from './opened-store.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from './stored-key.js';

const { id } = storedKey(1);
const DAY = 20_522;

function usage(fields: Partial<StoredUsage> = {}): StoredUsage {
  return { id, days: [{ day: DAY, calls: 1, refusals: 0 }], last: null, ...fields };
}

/** What every store of counts promises. */
export function describeUsageStore(opened: OpenedStore): void {
  describe('with counts', () => {
    const insert = () => opened.store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
    const call = (at: number) => ({ at, address: '2001:db8::1', operation: 'items.list', status: 200 });

    it('adds to what is counted, by key and day, also after a restart', async () => {
      await insert();
      await opened.store.usage.add([usage({ days: [{ day: DAY, calls: 2, refusals: 1 }], last: call(5) })]);
      await opened.store.usage.add([usage({ days: [{ day: DAY, calls: 40, refusals: 0 }] })]);
      await opened.reopen();
      await opened.store.usage.add([
        usage({
          days: [
            { day: DAY, calls: 0, refusals: 3 },
            { day: DAY + 2, calls: 7, refusals: 0 },
          ],
        }),
      ]);
      await opened.reopen();
      expect(await opened.store.usage.find(id)).toEqual({
        id,
        days: [
          { day: DAY, calls: 42, refusals: 4 },
          { day: DAY + 2, calls: 7, refusals: 0 },
        ],
        last: call(5),
      });
    });

    it('loses none of many that come at once', async () => {
      await insert();
      await Promise.all(Array.from({ length: 20 }, () => opened.store.usage.add([usage()])));
      expect((await opened.store.usage.find(id))?.days).toEqual([{ day: DAY, calls: 20, refusals: 0 }]);
    });

    it('keeps the last call, in whatever order calls arrive', async () => {
      await insert();
      for (const at of [7, 42, 9]) await opened.store.usage.add([usage({ last: call(at) })]);
      await opened.store.usage.add([
        usage({
          days: [{ day: DAY + 1, calls: 1, refusals: 0 }],
          last: { ...call(50), address: null, status: null },
        }),
      ]);
      await opened.reopen();
      expect((await opened.store.usage.find(id))?.last).toEqual({ ...call(50), address: null, status: null });
    });

    it('keeps 30 days', async () => {
      await insert();
      for (let day = DAY; day < DAY + 40; day++)
        await opened.store.usage.add([usage({ days: [{ day, calls: 1, refusals: 0 }] })]);
      await opened.reopen();
      const days = (await opened.store.usage.find(id))?.days.map(({ day }) => day);
      expect(days).toEqual(Array.from({ length: 30 }, (_, index) => DAY + 10 + index));
    });

    it('forgets a key that is deleted or replaced at once, and ignores one that is gone', async () => {
      await insert();
      await opened.store.usage.add([usage(), usage({ id: 'key_gone' })]);
      expect(await opened.store.usage.find('key_gone')).toBeNull();
      await opened.store.keys.delete({ id }, NO_AUDIT);
      await opened.store.usage.add([usage()]);
      expect(await opened.store.usage.find(id)).toBeNull();
      await insert();
      await opened.store.usage.add([usage()]);
      const replacement = { replaces: id, expiresAt: null, ...NO_LIMIT };
      await opened.store.keys.replace(storedKey(2), replacement, NO_AUDIT);
      await opened.reopen();
      expect(await opened.store.usage.find(id)).toBeNull();
    });

    it('knows nothing of a key that was never used', async () => {
      await insert();
      await opened.store.usage.add([]);
      expect(await opened.store.usage.find(id)).toBeNull();
    });
  });
}
