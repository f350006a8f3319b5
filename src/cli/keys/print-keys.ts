import type { OwnedKey } from '../../keys/keyring.js';
import { makePrintable } from '../print/make-printable.js';
import { printTable } from '../print/print-table.js';

const HEAD = ['ID', 'USER', 'NAME', 'KEY', 'SCOPES', 'CREATED', 'LAST USED', 'EXPIRES', 'STATE'];
/** Times within this distance are printed to the minute. */
const NEAR_MS = 2 * 86_400_000;

/** Keys as a table, never a secret. */
export function printKeys(keys: readonly OwnedKey[], now: Date): string {
  const rows = keys.map(({ userId, record }) => [
    record.id,
    userId,
    record.name,
    `${record.start}…`,
    printScopes(record.scopes),
    record.createdAt.toISOString().slice(0, 10),
    record.lastUsedAt ? printMoment(record.lastUsedAt, now) : 'never',
    printExpiry(record.expiresAt, now),
    record.disabled ? 'disabled' : 'enabled',
  ]);
  return printTable([HEAD, ...rows]);
}

/** One line per key with tab-separated fields and full times, for `cut` and `awk`. */
export function printPlainKeys(keys: readonly OwnedKey[]): string {
  return keys
    .map(({ userId, record }) => [
      record.id,
      userId,
      record.name,
      record.start,
      printScopes(record.scopes),
      record.createdAt.toISOString(),
      record.lastUsedAt?.toISOString() ?? 'never',
      record.expiresAt?.toISOString() ?? 'never',
      record.disabled ? 'disabled' : 'enabled',
    ])
    .map((fields) => `${fields.map(makePrintable).join('\t')}\n`)
    .join('');
}

/** When a key expires, or that it has expired. */
export function printExpiry(expiresAt: Date | null, now: Date): string {
  if (!expiresAt) return 'never';
  const moment = printMoment(expiresAt, now);
  return expiresAt <= now ? `expired ${moment}` : moment;
}

/** A key for JSON output; dates become ISO strings. */
export function toJsonKey({ userId, record }: OwnedKey): object {
  const { id, name, start, scopes, createdAt, lastUsedAt, expiresAt, disabled } = record;
  return { id, user: userId, name, start, scopes, createdAt, lastUsedAt, expiresAt, disabled };
}

export function printScopes(scopes: readonly string[]): string {
  return makePrintable(scopes.join(',')) || 'all';
}

/** The day, or the minute for a near time, in UTC. */
export function printMoment(date: Date, now: Date): string {
  const text = date.toISOString();
  const isNear = Math.abs(date.getTime() - now.getTime()) < NEAR_MS;
  return isNear ? `${text.slice(0, 16).replace('T', ' ')}Z` : text.slice(0, 10);
}
