import { BuiltInError } from '../protocol/built-in-error.js';
import type { AuditEntry } from '../stores/audit-trail.js';
import type { KeyUpdate, StoredKey } from '../stores/key-store.js';
import type { KeyChanges } from './api-keys.js';
import type { ApiKeysOptions } from './api-keys-options.js';
import type { ChangeOrigin } from './change-origin.js';
import { checkKeyChanges } from './check-key-request.js';
import { mapStoreError } from './map-store-error.js';

/** A key, and its owner if only the owner may change it. */
export interface KeyName {
  readonly id: string;
  readonly userId?: string;
}

/** Prepares the function that changes keys. It resolves to null if there is no such key. */
export function prepareUpdate({
  store,
  audit,
  now,
}: ApiKeysOptions): (key: KeyName, changes: KeyChanges, origin: ChangeOrigin) => Promise<StoredKey | null> {
  /** Describes each kind of change in a separate entry. */
  function describe({ before, after }: KeyUpdate, origin: ChangeOrigin): AuditEntry[] {
    const subject = { key: after.id, user: after.userId };
    const changed = {
      ...(after.name !== before.name && { name: after.name }),
      ...(after.expiresAt !== before.expiresAt && { expiresAt: printTime(after.expiresAt) }),
    };
    return [
      ...(Object.keys(changed).length > 0
        ? [audit.describe('key.changed', origin, { ...subject, ...changed })]
        : []),
      ...(after.disabled === before.disabled
        ? []
        : [audit.describe(after.disabled ? 'key.disabled' : 'key.enabled', origin, subject)]),
    ];
  }

  return async ({ id, userId }, { name, expiresAt, disabled }, origin) => {
    const { parentKey = null } = origin;
    const key = await mapStoreError(store.findById(id));
    if (key === null || (userId !== undefined && key.userId !== userId)) return null;
    checkKeyChanges({ name, expiresAt, disabled }, key, parentKey, now());
    const change = {
      name,
      expiresAt: expiresAt === undefined ? undefined : (expiresAt?.getTime() ?? null),
      disabled,
      parentKeyId: parentKey?.id,
    };
    const updated = await mapStoreError(
      store.update({ id, userId }, change, (update) => describe(update, origin)),
    );
    // The parent key was deleted, disabled or shortened during the request.
    if (updated === 'orphan') throw new BuiltInError('UNAUTHORIZED');
    return updated;
  };
}

function printTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
