import type { KeyReport } from '../../keys/key-reports.js';
import { printTable } from '../print/print-table.js';
import { printExpiry, printMoment, printScopes } from './print-keys.js';

/** A key, its use and its lines of the audit log, for people. */
export function printKeyReport({ userId, record, days, lastCall, audit }: KeyReport, now: Date): string {
  const used = days.filter(({ calls, refusals }) => calls > 0 || refusals > 0).reverse();
  const facts = [
    ['ID', record.id],
    ['USER', userId],
    ['NAME', record.name],
    ['KEY', `${record.start}…`],
    ['SCOPES', printScopes(record.scopes)],
    ['CREATED', printMoment(record.createdAt, now)],
    ['LAST USED', record.lastUsedAt ? printMoment(record.lastUsedAt, now) : 'never'],
    ['EXPIRES', printExpiry(record.expiresAt, now)],
    ['STATE', record.disabled ? 'disabled' : 'enabled'],
    ['LAST CALL', lastCall ? printCall(lastCall, now) : 'none recorded'],
  ];
  const use = [
    ['DAY (UTC)', 'CALLS', 'REFUSED'],
    ...used.map(({ date, calls, refusals }) => [date, String(calls), String(refusals)]),
  ];
  const log = audit.map(({ time, event, key, actor, address }) => [
    time,
    event,
    key ?? '',
    actor === null ? '' : `by ${actor}`,
    address === null ? '' : `from ${address}`,
  ]);
  return [
    printTable(facts),
    used.length === 0 ? 'No calls in the last 30 days.\n' : printTable(use),
    log.length === 0 ? 'The audit log has no entries for this key.\n' : printTable(log),
  ].join('\n');
}

function printCall(
  { at, operation, status, address }: NonNullable<KeyReport['lastCall']>,
  now: Date,
): string {
  const parts = [printMoment(at, now), operation, status, address && `from ${address}`];
  return parts.filter((part) => part !== null).join(', ');
}
