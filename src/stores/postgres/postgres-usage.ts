import type { UsageStore } from '../usage-store.js';
import { insertAll } from './contents.js';
import { BOOKKEEPING_MS, type Database } from './database.js';
import { USAGE } from './statements.js';

export function createPostgresUsageStore({ query, transact }: Database): UsageStore {
  return {
    add(usages) {
      // All statements lock their rows in the same order.
      const sorted = [...usages].sort((one, other) => (one.id < other.id ? -1 : 1));
      return transact((query) => insertAll(query, USAGE.add, sorted), { statementMs: BOOKKEEPING_MS });
    },
    async find(id) {
      const [usage = null] = await query(USAGE.find, [id]);
      return usage;
    },
  };
}
