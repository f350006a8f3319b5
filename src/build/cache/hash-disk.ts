import { hash } from 'node:crypto';
import { readFileSync, type Stats } from 'node:fs';
import { statIfThere } from '../stat-if-there.js';

/** The hash of a file, and what would be another if anybody had touched it; by path. */
export type KnownFiles = ReadonlyMap<string, { readonly state: string; readonly hash: string }>;

/** What this thread knows of files. */
const known = new Map<string, { readonly state: string; readonly hash: string }>();

export function listKnownFiles(): KnownFiles {
  return known;
}

/** Takes over what another thread knows of files, which need not be read again. */
export function takeKnownFiles(files: KnownFiles): void {
  for (const [path, file] of files) known.set(path, file);
}

/** A file that changed so shortly before it was read may change once more and look the same: some disks tell whole seconds. */
const SETTLED_MS = 2_000;

/**
 * The SHA-256 in hex of the text of a file as it stands on the disk; null when there is none. A process that builds again and again reads
 * only what has been touched.
 */
export function hashFile(path: string): string | null {
  const stats = statIfThere(path);
  if (!stats?.isFile()) return null;
  const state = printState(stats);
  const before = known.get(path);
  if (before?.state === state) return before.hash;
  const hash = hashText(readFileSync(path, 'utf8'));
  if (Date.now() - Math.max(stats.mtimeMs, stats.ctimeMs) > SETTLED_MS) known.set(path, { state, hash });
  else known.delete(path);
  return hash;
}

function printState({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** SHA-256 in hex of the UTF-8 of a text. */
export function hashText(text: string): string {
  return hash('sha256', text, 'hex');
}

/** A text, and its SHA-256 in hex. */
export interface ChecksummedText {
  readonly checksum: string;
  readonly text: string;
}

/** A file with a text and, in its first line, the checksum of that. */
export function printChecksummed(text: string): string {
  return `${hashText(text)}\n${text}`;
}

/** Null where the file is not there, cannot be read or is not whole: what a cache cannot give is made again. */
export function readChecksummed(path: string): ChecksummedText | null {
  const content = readIfThere(path);
  const end = content.indexOf('\n');
  const checksum = content.slice(0, end);
  const text = content.slice(end + 1);
  return end !== -1 && hashText(text) === checksum ? { checksum, text } : null;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
