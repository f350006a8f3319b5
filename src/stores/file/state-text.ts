/** The state as the bytes of a file, one record a line, and back. */

import type { StoreState } from '../state/store-state.js';
import { FormatFault } from './format-fault.js';
import { printRecords } from './print-records.js';
import { readState } from './read-state.js';
import { frameData, readVersion, unframeData } from './store-frame.js';
import { NEWEST_VERSION } from './upgrades.js';

/** Equal states print equal bytes. */
export function printState(state: StoreState, version = NEWEST_VERSION): Buffer {
  return frameData(version, [
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
export function parseState(bytes: Buffer, newest = NEWEST_VERSION): StoreState {
  const version = refuseNewer(readVersion(bytes), newest);
  const data = unframeData(bytes);
  if (version < newest)
    throw new FormatFault('OUTDATED', `has version ${version}, and this procgen reads version ${newest}`);
  return readState(data);
}

/** The version; throws when it is beyond what this procgen knows. */
export function refuseNewer(version: number, newest: number): number {
  if (version > newest)
    throw new FormatFault('NEWER', `has version ${version}, and this procgen reads version ${newest}`);
  return version;
}
