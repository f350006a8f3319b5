/**
 * The file's format: `{"procgenStore":1,"sha256":"…","data":…}` and a newline, one record a line, the checksum
 * over the exact bytes of `data`.
 */
import { createHash } from 'node:crypto';
import type { StoredKey } from '../key-store.js';
import type { StoredSession } from '../session-store.js';
import { printCause } from '../store-error.js';
import type { StoredSignInToken, StoredUser } from '../user-store.js';
import type { StoreState } from './store-state.js';

const VERSION = 1;
const HEAD = /^\{"procgenStore":(\d+),"sha256":"([0-9a-f]{64})","data":/;
const TAIL = '}\n';

/** Equal states print equal bytes. */
export function printState(state: StoreState): Buffer {
  const text = `{${[
    printRecords('keys', state.keys),
    printRecords('users', state.users),
    printRecords('signInTokens', state.signInTokens),
    printRecords('sessions', state.sessions),
  ].join(',\n')}}`;
  const data = Buffer.from(text);
  const head = `{"procgenStore":${VERSION},"sha256":"${hash(data)}","data":`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from(TAIL)]);
}

/** Records never change, so each is printed once in its life: a write costs little more than its bytes. */
const printed = new WeakMap<object, string>();

function printRecords(name: string, records: ReadonlyMap<string, object>): string {
  const lines = Array.from(records.values(), (record) => {
    let line = printed.get(record);
    if (line === undefined) {
      line = JSON.stringify(record);
      printed.set(record, line);
    }
    return line;
  });
  return `"${name}":[${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n`}]`;
}

/** The state that the bytes hold. Throws an `Error` that says what is wrong with them. */
export function parseState(bytes: Buffer): StoreState {
  if (bytes.length === 0) throw new Error('it is empty');
  const head = bytes.subarray(0, 200).toString('latin1');
  const version = /^\{"procgenStore":(\d+),/.exec(head)?.[1];
  if (version === undefined) throw new Error('it does not begin as a procgen store does');
  if (Number(version) > VERSION)
    throw new Error(`it has version ${version} and this procgen reads version ${VERSION}; use a newer one`);
  const match = HEAD.exec(head);
  if (match === null || Number(version) !== VERSION) throw new Error('its first line is damaged');
  const data = bytes.subarray(match[0].length, bytes.length - TAIL.length);
  if (bytes.subarray(-TAIL.length).toString('latin1') !== TAIL) throw new Error('it is cut off at the end');
  if (hash(data) !== match[2]) throw new Error('its checksum is wrong');
  return readData(data.toString('utf8'));
}

function readData(text: string): StoreState {
  let data: Record<string, unknown>;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw new Error(`it is not JSON (${printCause(cause)})`);
  }
  const keys = readRecords<StoredKey>(data, 'keys', 'id');
  readRecords<StoredKey>(data, 'keys', 'hash');
  return {
    keys,
    users: readRecords<StoredUser>(data, 'users', 'id'),
    signInTokens: readRecords<StoredSignInToken>(data, 'signInTokens', 'hash'),
    sessions: readRecords<StoredSession>(data, 'sessions', 'hash'),
  };
}

function readRecords<Item>(data: Record<string, unknown>, name: string, by: keyof Item & string) {
  const list = data?.[name];
  if (!Array.isArray(list)) throw new Error(`it has no list "${name}"`);
  const records = new Map<string, Item>();
  for (const record of list) {
    const identity = record?.[by];
    if (typeof identity !== 'string') throw new Error(`"${name}" holds a record without "${by}"`);
    // A hash is not repeated: the message may be logged.
    if (records.has(identity))
      throw new Error(`"${name}" holds two records with the same ${by}${by === 'id' ? ` ${identity}` : ''}`);
    records.set(identity, record);
  }
  return records;
}

function hash(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
