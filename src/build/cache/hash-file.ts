import { hash } from 'node:crypto';
import { readFileSync, type Stats } from 'node:fs';
import { statIfExists } from '../stat-if-exists.js';

/** Hashes of files by path, each with a state that changes when the file is touched. */
export type KnownFiles = ReadonlyMap<string, { readonly state: string; readonly hash: string }>;

/** The hashes that this thread knows. */
const knownHashes = new Map<string, { readonly state: string; readonly hash: string }>();

export function listKnownFiles(): KnownFiles {
  return knownHashes;
}

/** Adds the hashes that another thread knows, so that these files need not be read again. */
export function addKnownFiles(files: KnownFiles): void {
  for (const [path, file] of files) knownHashes.set(path, file);
}

/** A file that changed this recently may change again and look the same: some disks store whole seconds. */
const SETTLED_MS = 2_000;

/**
 * Returns the SHA-256 in hex of a file's text on disk; null if there is no file. A process that builds repeatedly reads
 * only files that were touched.
 */
export function hashFile(path: string): string | null {
  const stats = statIfExists(path);
  if (!stats?.isFile()) return null;
  const state = printState(stats);
  const before = knownHashes.get(path);
  if (before?.state === state) return before.hash;
  const hash = hashText(readFileSync(path, 'utf8'));
  if (Date.now() - Math.max(stats.mtimeMs, stats.ctimeMs) > SETTLED_MS)
    knownHashes.set(path, { state, hash });
  else knownHashes.delete(path);
  return hash;
}

function printState({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** SHA-256 in hex of the UTF-8 of a text. */
export function hashText(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Prints a text with its checksum in the first line. */
export function printChecksummed(text: string): string {
  return `${hashText(text)}\n${text}`;
}

/** Reads a checksummed text. Null if the file is missing, unreadable or damaged: cached data can be created again. */
export function readChecksummed(path: string): { readonly checksum: string; readonly text: string } | null {
  const content = readIfExists(path);
  const end = content.indexOf('\n');
  const checksum = content.slice(0, end);
  const text = content.slice(end + 1);
  return end !== -1 && hashText(text) === checksum ? { checksum, text } : null;
}

function readIfExists(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
