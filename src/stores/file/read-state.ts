import type { AuditEntry } from '../audit-trail.js';
import type { StoredKey } from '../key-store.js';
import type { StoredSession } from '../session-store.js';
import { createState, freezeRecord, type StoreState } from '../state/store-state.js';
import { isUsageCounts, type UsageRecord } from '../state/usage-record.js';
import { printCause } from '../store-error.js';
import type { LastCall } from '../usage-store.js';
import type { StoredSignInToken, StoredUser } from '../user-store.js';
import { damagedError } from './format-error.js';

type Check = (value: unknown) => boolean;

/** The fields of a record, each with the check of its value. */
type Fields<Item> = { readonly [Field in keyof Item]-?: Check };

const KEY: Fields<StoredKey> = {
  id: isText,
  hash: isText,
  pepperId: orNull(isText),
  userId: isText,
  name: isText,
  start: isText,
  scopes: isTextList,
  createdAt: isTime,
  lastUsedAt: orNull(isTime),
  expiresAt: orNull(isTime),
  disabled: isBoolean,
};
const USER: Fields<StoredUser> = { id: isText, createdAt: isTime };
const SIGN_IN_TOKEN: Fields<StoredSignInToken> = {
  hash: isText,
  userId: isText,
  createdAt: isTime,
  expiresAt: isTime,
};
const SESSION: Fields<StoredSession> = {
  ...SIGN_IN_TOKEN,
  lastSeenAt: isTime,
  address: orAbsent(orNull(isText)),
  browser: orAbsent(orNull(isText)),
};
const LAST_CALL: Fields<LastCall> = {
  at: isTime,
  address: orNull(isText),
  operation: orNull(isText),
  status: orNull(isTime),
};
const USAGE: Fields<UsageRecord> = {
  id: isText,
  day: isTime,
  counts: isUsageCounts,
  last: orNull((value) => hasFields(value, LAST_CALL)),
};

const AUDIT_ENTRY: Pick<Fields<AuditEntry>, 'time' | 'event'> = { time: isText, event: isText };

/**
 * Parses the state, without call counts. Throws a `FormatError` for data that no procgen writes: a record without one
 * of its fields, two records with one identity, a key without a user.
 */
export function readState(text: string): StoreState {
  const data = parseData(text);
  enableOldKeys(data?.keys);
  const keyList = readRecords<StoredKey>(data, 'keys', KEY);
  const keys = indexRecords(keyList, 'keys', 'id');
  indexRecords(keyList, 'keys', 'hash');
  const users = indexRecords(readRecords<StoredUser>(data, 'users', USER), 'users', 'id');
  for (const { id, userId } of keyList)
    if (!users.has(userId)) throw damagedError(`the user of ${id} is not among its users`);
  const signInTokenList = readRecords<StoredSignInToken>(data, 'signInTokens', SIGN_IN_TOKEN);
  const sessionList = readRecords<StoredSession>(data, 'sessions', SESSION).map(completeSession);
  const hasPending = data.pendingAudit !== undefined;
  return createState(
    {
      keys,
      users,
      signInTokens: indexRecords(signInTokenList, 'signInTokens', 'hash'),
      sessions: indexRecords(sessionList, 'sessions', 'hash'),
      usage: new Map(),
    },
    hasPending ? readRecords<AuditEntry>(data, 'pendingAudit', AUDIT_ENTRY) : [],
  );
}

/** Parses the call counts. Throws a `FormatError` for data that no procgen writes. */
export function readUsageRecords(text: string): ReadonlyMap<string, UsageRecord> {
  return indexRecords(readRecords<UsageRecord>(parseData(text), 'usage', USAGE), 'usage', 'id');
}

/** Older releases stored neither address nor browser. */
function completeSession(session: StoredSession): StoredSession {
  return freezeRecord({ ...session, address: session.address ?? null, browser: session.browser ?? null });
}

function parseData(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw damagedError(`it is not JSON (${printCause(cause)})`);
  }
}

/** In files from before keys could be disabled, all keys are enabled. */
function enableOldKeys(keys: unknown): void {
  if (!Array.isArray(keys)) return;
  for (const key of keys) if (key?.disabled === undefined) Object.assign(Object(key), { disabled: false });
}

/** Returns the list `name` of the data, with each record validated and frozen. */
function readRecords<Item extends object>(
  data: Record<string, unknown>,
  name: string,
  fields: Partial<Fields<Item>>,
): readonly Item[] {
  const list = data?.[name];
  if (!Array.isArray(list)) throw damagedError(`it has no list "${name}"`);
  const checks = Object.entries(fields) as [string, Check][];
  for (const record of list) {
    for (const [field, check] of checks)
      if (!check(record?.[field])) throw damagedError(`"${name}" holds a record without a valid "${field}"`);
    freezeRecord(record);
  }
  return list;
}

/** Indexes the records by the field `by`, which must be unique. */
function indexRecords<Item>(list: readonly Item[], name: string, by: keyof Item & string) {
  const records = new Map<string, Item>();
  for (const record of list) {
    const identity = String(record[by]);
    // The message may be logged, so it does not contain a hash.
    if (records.has(identity))
      throw damagedError(
        `"${name}" holds two records with the same ${by}${by === 'id' ? ` ${identity}` : ''}`,
      );
    records.set(identity, record);
  }
  return records;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isTime(value: unknown): boolean {
  return typeof value === 'number';
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function hasFields(value: unknown, fields: Readonly<Record<string, Check>>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(fields).every(([field, check]) => check((value as Record<string, unknown>)[field]));
}

/** The check of a field that older releases did not write. */
function orAbsent(check: Check): Check {
  return (value) => value === undefined || check(value);
}

function orNull(check: Check): Check {
  return (value) => value === null || check(value);
}
