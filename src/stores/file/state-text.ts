/** Prints a state as the bytes of a file, one record per line, and parses it. */

import type { StoreState } from '../state/store-state.js';
import { FormatError } from './format-error.js';
import { printRecords } from './print-records.js';
import { readState } from './read-state.js';
import { frameData, readVersion, unframeData } from './store-frame.js';
import { NEWEST_VERSION, OLDEST_VERSION } from './upgrades.js';

/**
 * The oldest version that can hold the state. Releases without disabled keys read only version 1, so they never accept
 * a disabled key.
 */
export function versionOf({ keys }: StoreState): number {
  for (const { disabled } of keys.values()) if (disabled) return NEWEST_VERSION;
  return OLDEST_VERSION;
}

/** Prints the state without call counts. Equal states print equal bytes. */
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
    // Omitted if empty, as in every closed store, because older releases had no such list.
    ...(pendingAudit.length === 0 ? [] : [Buffer.from(',\n'), ...printList('pendingAudit', pendingAudit)]),
    Buffer.from('}'),
  ]);
}

function printList(name: string, records: readonly object[]): readonly Buffer[] {
  const opening = records.length === 0 ? '[' : '[\n';
  return [Buffer.from(`"${name}":${opening}`), ...printRecords(records), Buffer.from(']')];
}

/** Parses the state. Throws a `FormatError` that explains why the bytes are invalid. */
export function parseState(
  bytes: Buffer,
  { oldest = OLDEST_VERSION, newest = NEWEST_VERSION } = {},
): StoreState {
  const version = assertVersionKnown(readVersion(bytes), newest);
  const data = unframeData(bytes);
  if (version < oldest)
    throw new FormatError('OUTDATED', `has version ${version}, but this procgen reads version ${newest}`);
  return readState(data);
}

/** Returns the version; throws if it is newer than this procgen supports. */
export function assertVersionKnown(version: number, newest: number): number {
  if (version > newest)
    throw new FormatError('NEWER', `has version ${version}, but this procgen reads version ${newest}`);
  return version;
}
