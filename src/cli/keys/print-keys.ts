import type { KeyRecord } from '../../keys/api-keys.js';
import { makePrintable } from '../print/make-printable.js';
import { printTable } from '../print/print-table.js';

/** A key and whose it is. */
export interface OwnedKey {
  readonly user: string;
  readonly record: KeyRecord;
}

/** Keys as a table, never a secret. */
export function printKeys(keys: readonly OwnedKey[], now: Date): string {
  const rows = keys.map(({ user, record }) => [
    record.id,
    user,
    makePrintable(record.name),
    `${record.start}…`,
    record.scopes.length === 0 ? 'all' : record.scopes.join(','),
    printDay(record.createdAt),
    record.lastUsedAt ? printDay(record.lastUsedAt) : 'never',
    printExpiry(record.expiresAt, now),
  ]);
  return printTable([['ID', 'USER', 'NAME', 'KEY', 'SCOPES', 'CREATED', 'LAST USED', 'EXPIRES'], ...rows]);
}

export function printExpiry(expiresAt: Date | null, now: Date): string {
  if (!expiresAt) return 'never';
  return expiresAt <= now ? `expired ${printDay(expiresAt)}` : printDay(expiresAt);
}

/** A key as machines read it; dates are ISO strings in JSON. */
export function toJsonKey({ user, record }: OwnedKey): object {
  const { id, name, start, scopes, createdAt, lastUsedAt, expiresAt } = record;
  return { id, user, name, start, scopes, createdAt, lastUsedAt, expiresAt };
}

function printDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
