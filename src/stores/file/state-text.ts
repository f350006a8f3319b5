/** The state as the bytes of a file, one record a line, and back. */

import type { StoreState } from '../state/store-state.js';
import { FormatFault } from './format-fault.js';
import { printRecords } from './print-records.js';
import { readState } from './read-state.js';
import { frameData, readVersion, unframeData } from './store-frame.js';
import { NEWEST_VERSION, OLDEST_VERSION } from './upgrades.js';

/**
 * The oldest version that can hold the state. Releases that know no disabled keys read version 1 only, and so never accept
 * such a key.
 */
export function versionOf({ keys }: StoreState): number {
  for (const { disabled } of keys.values()) if (disabled) return NEWEST_VERSION;
  return OLDEST_VERSION;
}

/** All but the counts of calls. Equal states print equal bytes. */
export function printState(state: StoreState, version = versionOf(state)): Buffer {
  const { pendingAudit } = state;
  return frameData(version, [
    Buffer.from('{'),
    ...printList('keys', [...state.keys.values()]),
    Buffer.from(',\n'),
    ...printList('users', [...state.users.values()]),
    Buffer.from(',\n'),
    ...printList('signInTokens', [...state.signInTokens.values()]),
    Buffer.from(',\n'),
    ...printList('sessions', [...state.sessions.values()]),
    // Left out where there are none, as in every store that is closed: older releases wrote no such list.
    ...(pendingAudit.length === 0 ? [] : [Buffer.from(',\n'), ...printList('pendingAudit', pendingAudit)]),
    Buffer.from('}'),
  ]);
}

function printList(name: string, records: readonly object[]): readonly Buffer[] {
  const opening = records.length === 0 ? '[' : '[\n';
  return [Buffer.from(`"${name}":${opening}`), ...printRecords(records), Buffer.from(']')];
}

/** The state that the bytes hold. Throws a `FormatFault` that says why they hold none. */
export function parseState(
  bytes: Buffer,
  { oldest = OLDEST_VERSION, newest = NEWEST_VERSION } = {},
): StoreState {
  const version = refuseNewer(readVersion(bytes), newest);
  const data = unframeData(bytes);
  if (version < oldest)
    throw new FormatFault('OUTDATED', `has version ${version}, and this procgen reads version ${newest}`);
  return readState(data);
}

/** The version; throws when it is beyond what this procgen knows. */
export function refuseNewer(version: number, newest: number): number {
  if (version > newest)
    throw new FormatFault('NEWER', `has version ${version}, and this procgen reads version ${newest}`);
  return version;
}
