import { readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashText } from './hash-text.js';
import type { KeptBuilds } from './kept-builds.js';

/**
 * Keeps what the last build decided beside its record, for the next process: behind the record's seal and a hash of
 * the rest. What belongs to another record, or is damaged, counts as nothing. What cannot be written costs the next build its
 * time, and nothing else.
 */
export function keepOnDisk(folder: string): KeptBuilds {
  const file = join(folder, 'decisions.txt');
  return {
    async read(seal) {
      const bytes = readIfThere(file);
      const body = bytes.subarray(HEAD_BYTES);
      if (bytes.toString('latin1', 0, HEAD_BYTES) !== printHead(seal, body)) return null;
      const { parseKeptState } = await import('./kept-state-text.js');
      return parseKeptState(body.toString());
    },
    async write(seal, state) {
      // With it come the emitters, which a build that has nothing to do does not load.
      const { printKeptState } = await import('./kept-state-text.js');
      const text = state && printKeptState(state);
      if (text === null) return rm(file, { force: true }).catch(() => {});
      const body = Buffer.from(text);
      const temporary = `${file}.${process.pid}.tmp`;
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(temporary, [Buffer.from(printHead(seal, body)), body]);
        await rename(temporary, file);
      } catch {
        await rm(temporary, { force: true }).catch(() => {});
      }
    },
  };
}

function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Two lines, each a hash in hex. */
function printHead(seal: string, body: Buffer): string {
  return `${seal}\n${hashText(body)}\n`;
}

const HEAD_BYTES = 2 * 65;
