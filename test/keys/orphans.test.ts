import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ApiKeys } from '../../src/keys/api-keys.js';
import { createApiKeys } from '../../src/keys/create-api-keys.js';
import { createAuditLog } from '../../src/keys/create-audit-log.js';
import { createUsageCounter } from '../../src/keys/create-usage-counter.js';
import { openFileStore } from '../../src/stores/file-store.js';
import type { KeyStore } from '../../src/stores/key-store.js';
import { makeStoreFolder } from '../stores/store-folder.js';
import { NO_AUDIT } from '../stores/stored-key.js';
import { failureOf } from './open-test-keyring.js';

/** A key service in whose store something happens just before a new key is written. */
async function openService(beforeWrite: (store: KeyStore) => Promise<unknown>) {
  const store = await openFileStore(join(makeStoreFolder(), 'store.json'));
  onTestFinished(() => store.close());
  const events: string[] = [];
  const audit = createAuditLog({ trail: store.audit, now: () => 1, onWarn: () => {} });
  let isArmed = false;
  const interrupt = async () => {
    if (isArmed) await beforeWrite(store.keys);
  };
  const bind = createApiKeys({
    store: {
      ...store.keys,
      insert: async (...input) => interrupt().then(() => store.keys.insert(...input)),
      replace: async (...input) => interrupt().then(() => store.keys.replace(...input)),
      update: async (...input) => interrupt().then(() => store.keys.update(...input)),
    },
    audit: {
      ...audit,
      describe(...input) {
        events.push(input[0]);
        return audit.describe(...input);
      },
    },
    usage: createUsageCounter({ recordUses: async () => {}, add: async () => {}, onFailure() {} }),
    now: () => 1,
    peppers: [],
    maxKeysPerUser: 10,
  });
  const owner = bind({ actor: 'alice', address: null, requestId: null });
  const leaked = await owner.create({ userId: 'alice', name: 'leaked' });
  const other = await owner.create({ userId: 'alice', name: 'other' });
  isArmed = true;
  events.length = 0;
  const thief = bind({ actor: 'alice', parentKey: leaked.record, address: null, requestId: null });
  return { owner, thief, other, events };
}

async function deleteLeaked(store: KeyStore): Promise<void> {
  for (const { id, name } of await store.listByUser('alice'))
    if (name === 'leaked') await store.delete({ userId: 'alice', id }, NO_AUDIT);
}

async function shortenLeaked(store: KeyStore): Promise<void> {
  for (const { id, name } of await store.listByUser('alice'))
    if (name === 'leaked') await store.update({ id }, { expiresAt: 5 }, NO_AUDIT);
}

type Attempt = (thief: ApiKeys, id: string) => Promise<unknown>;

const CREATIONS: [string, Attempt][] = [
  ['made', (thief) => thief.create({ userId: 'alice', name: 'backdoor' })],
  ['made in the place of another', (thief, id) => thief.rotate({ userId: 'alice', id })],
  [
    'made at once in the place of another',
    (thief, id) => thief.rotate({ userId: 'alice', id, overlapMs: 0 }),
  ],
];

describe('K-09', () => {
  it.each<[string, Attempt]>([
    ...CREATIONS,
    ['extended', (thief, id) => thief.update({ userId: 'alice', id, expiresAt: new Date(6) })],
  ])(
    'a key %s with one whose end comes nearer in that very moment does not outlive it, and nothing changes',
    async (_, attempt) => {
      const { owner, thief, other, events } = await openService(shortenLeaked);
      expect(await failureOf(attempt(thief, other.record.id))).toMatchObject({ code: 'UNAUTHORIZED' });
      const [first, leaked, ...more] = await owner.list('alice');
      expect([first, leaked?.expiresAt, more]).toEqual([other.record, new Date(5), []]);
      expect(events).toEqual([]);
    },
  );
});

describe('K-12', () => {
  it.each(CREATIONS)(
    'a key %s with one that is deleted in that very moment is not made, and nothing else changes',
    async (_, attempt) => {
      const { owner, thief, other, events } = await openService(deleteLeaked);
      expect(await failureOf(attempt(thief, other.record.id))).toMatchObject({ code: 'UNAUTHORIZED' });
      expect(await owner.list('alice')).toEqual([other.record]);
      expect(events).toEqual([]);
    },
  );
});
