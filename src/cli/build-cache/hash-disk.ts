import { readFileSync, type Stats, statSync } from 'node:fs';
import { hashText } from './hash-text.js';

/** What a file was when it was read last. */
export interface KnownFile {
  /** What would be another if anybody had touched it. */
  readonly state: string;
  readonly hash: string;
}

/** By this process. */
const known = new Map<string, KnownFile>();
/** By another one before, or told to the next. */
const told = new Map<string, KnownFile>();

/** A file that changed so shortly before it was read may change once more and look the same: some disks tell whole seconds. */
const SETTLED_MS = 2_000;

/**
 * The hash of a file as it stands on the disk; null when there is none. At once and not in turns: a thousand small
 * files are read that way in a third of the time. A file that has not been touched since it was read last is not read again.
 */
export function hashFile(path: string): string | null {
  const stats = look(path);
  if (!stats) return null;
  const state = print(stats);
  const before = known.get(path) ?? told.get(path);
  if (before?.state === state) {
    known.set(path, before);
    return before.hash;
  }
  const hash = hashText(readFileSync(path));
  if (isSettled(stats, Date.now())) known.set(path, { state, hash });
  else known.delete(path);
  return hash;
}

function isSettled({ mtimeMs, ctimeMs }: Stats, at: number): boolean {
  return at - Math.max(mtimeMs, ctimeMs) > SETTLED_MS;
}

/** What this process knows of the files that it has looked at; null where that is no more than it was told. */
export function listKnown(): ReadonlyMap<string, KnownFile> | null {
  return [...known].some(([path, file]) => told.get(path) !== file) ? known : null;
}

/** Takes over what another process knew of files. What is not so any more shows when it is looked at. */
export function learnKnown(files: Iterable<readonly [path: string, file: KnownFile]>): void {
  for (const [path, file] of files) told.set(path, file);
}

function look(path: string): Stats | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats : null;
}

function print({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}
