import type { UsageStore } from '../usage-store.js';
import type { CommitQueue } from './commit-queue.js';
import { addUsage, printUsage, readUsage } from './usage-record.js';

export function createStateUsageStore(queue: CommitQueue): UsageStore {
  return {
    add(usages) {
      return queue.commit((transaction) => {
        const { keys, usage } = transaction.state;
        // Counts of deleted keys are removed here, not on deletion, because that would rewrite all counts.
        for (const id of usage.keys()) if (!keys.has(id)) transaction.remove('usage', id);
        for (const counted of usages) {
          if (!keys.has(counted.id)) continue;
          const before = usage.get(counted.id);
          transaction.put('usage', before === undefined ? printUsage(counted) : addUsage(before, counted));
        }
      });
    },
    async find(id) {
      const { keys, usage } = queue.state;
      const record = keys.has(id) ? usage.get(id) : undefined;
      return record === undefined ? null : readUsage(record);
    },
  };
}
