/** The state as the bytes of a file, one record a line, and back. */
import { FormatFault } from './format-fault.js';
import { printRecords } from './print-records.js';
import { readState } from './read-state.js';
import { openSeal, readVersion, sealData } from './seal.js';
import type { StoreState } from './store-state.js';

/** The version that this procgen writes; a change of what the data may hold makes a new one. */
export const VERSION = 1;

/** Equal states print equal bytes. */
export function printState(state: StoreState): Buffer {
  return sealData(VERSION, [
    Buffer.from('{'),
    ...printList('keys', state.keys),
    Buffer.from(',\n'),
    ...printList('users', state.users),
    Buffer.from(',\n'),
    ...printList('signInTokens', state.signInTokens),
    Buffer.from(',\n'),
    ...printList('sessions', state.sessions),
    Buffer.from('}'),
  ]);
}

function printList(name: string, records: ReadonlyMap<string, object>): readonly Buffer[] {
  const opening = records.size === 0 ? '[' : '[\n';
  return [Buffer.from(`"${name}":${opening}`), ...printRecords([...records.values()]), Buffer.from(']')];
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
