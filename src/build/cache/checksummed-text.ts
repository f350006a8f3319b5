import { readFileSync } from 'node:fs';
import { hashText } from './hash-disk.js';

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
