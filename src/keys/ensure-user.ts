import type { StoredUser, UserStore } from '../stores/user-store.js';
import type { AuditLog } from './audit-log.js';
import type { ChangeOrigin } from './change-origin.js';
import { checkUserId } from './check-user-id.js';
import { mapStoreError } from './map-store-error.js';

/** Gives the user with an id, made and noted when there is none. */
export type EnsureUser = (
  id: string,
  origin: ChangeOrigin,
) => Promise<{ readonly user: StoredUser; readonly isNew: boolean }>;

export function createEnsureUser(store: UserStore, audit: AuditLog, now: () => number): EnsureUser {
  return async (id, origin) => {
    checkUserId(id);
    const known = await mapStoreError(store.findById(id));
    if (known !== null) return { user: known, isNew: false };
    const made = await mapStoreError(store.ensure({ id, createdAt: now() }));
    if (made.isNew) await audit.note('user.created', origin, { user: id });
    return made;
  };
}
