/** The state as the bytes of a file, one record a line, and back. */
import { FormatFault } from './format-fault.js';
import { readState } from './read-state.js';
import { openSeal, readVersion, sealData } from './seal.js';
import type { StoreState } from './store-state.js';

/** The version that this procgen writes; a change of what the data may hold makes a new one. */
export const VERSION = 1;

/** Equal states print equal bytes. */
export function printState(state: StoreState): Buffer {
  const text = `{${[
    printRecords('keys', state.keys),
    printRecords('users', state.users),
    printRecords('signInTokens', state.signInTokens),
    printRecords('sessions', state.sessions),
  ].join(',\n')}}`;
  return sealData(VERSION, Buffer.from(text));
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

/** The state that the bytes hold. Throws a `FormatFault` that says why they hold none. */
export function parseState(bytes: Buffer): StoreState {
  const version = readVersion(bytes);
  if (version > VERSION)
    throw new FormatFault('NEWER', `has version ${version}, and this procgen reads version ${VERSION}`);
  const data = openSeal(bytes);
  if (version < VERSION)
    throw new FormatFault('OUTDATED', `has version ${version}, and this procgen reads version ${VERSION}`);
  return readState(data);
}
