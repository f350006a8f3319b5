import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../src/stores/audit-trail.js';
import type { OpenedStore } from './opened-store.js';
import { NO_LIMIT, storedKey } from './stored-key.js';

function entryOf(event: string, fields: Partial<AuditEntry> = {}): AuditEntry {
  const nobody = { actor: 'cli', key: null, user: null, address: null, requestId: null };
  return { time: '2026-01-01T00:00:00.000Z', event, ...nobody, ...fields };
}

/** What every audit trail promises to who reads it. */
export function describeAuditTrail(opened: OpenedStore): void {
  describe('with audit entries', () => {
    it('lists those of a key, the newest first: what happened to it, to its place, and what was done with it', async () => {
      const { id } = storedKey(1);
      const own = [
        entryOf('made', { key: id, user: 'alice' }),
        entryOf('replaced', { key: 'key_new', replaces: id }),
        entryOf('made with it', { key: 'key_child', actorKey: id }),
      ];
      const { keys, audit } = opened.store;
      await keys.insert(storedKey(1), NO_LIMIT, () => [own[0] as AuditEntry]);
      await audit.append(entryOf('other', { key: `${id}0`, note: id }));
      for (const entry of own.slice(1)) await audit.append(entry);
      await opened.reopen();
      expect(await opened.store.audit.listByKey(id, 10)).toEqual(own.reverse());
      expect(await opened.store.audit.listByKey(id, 2)).toEqual(own.slice(0, 2));
      expect(await opened.store.audit.listByKey('key_unknown', 10)).toEqual([]);
    });
  });
}
