import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptBuild } from '../../compiler/incremental/kept-build.js';
import { hashText } from './hash-text.js';
import type { KeptBuilds } from './kept-builds.js';
import type { KeptHead, KeptTexts, PrintedTexts } from './kept-state-text.js';

export interface KeptBuildsOnDisk extends KeptBuilds {
  /** Does beforehand most of the work of writing what was decided. */
  prepare(kept: KeptBuild): Promise<void>;
}

/**
 * Keeps what the last build decided beside its record, for the next process: behind the record's seal and hashes of
 * all else. What belongs to another record, or is damaged, counts as nothing. What cannot be written costs the next build its
 * time, and nothing else.
 */
export function keepOnDisk(folder: string): KeptBuildsOnDisk {
  const file = join(folder, 'decisions.txt');
  return {
    async find(seal) {
      const { hashes, head, body } = readParts(file);
      if (hashes?.seal !== seal || hashes.head !== hashText(head)) return null;
      const parsed = parseKeptHead(head);
      if (!parsed) return null;
      const { config, surroundings, deferrals } = parsed.kept;
      const readState = async () => {
        if (hashes.body !== hashText(body)) return null;
        // With it come the emitters, which what is begun before does not wait for.
        const { parseKeptState } = await import('./kept-state-text.js');
        try {
          return parseKeptState(parsed, body);
        } catch {
          return null;
        }
      };
      return { config, surroundings, deferrals, known: parsed.known, readState };
    },
    async prepare(kept) {
      const { printKeptItems } = await import('./kept-state-text.js');
      printKeptItems(kept);
    },
    async write(seal, state) {
      const temporary = `${file}.${process.pid}.tmp`;
      try {
        const { printKeptState } = await import('./kept-state-text.js');
        const texts = state && printKeptState(state);
        if (!texts) return await rm(file, { force: true });
        await mkdir(folder, { recursive: true });
        const hashes = Buffer.from(printHashes(seal, texts));
        await writeFile(temporary, [hashes, texts.head, Buffer.from('\n'), ...texts.body]);
        await rename(temporary, file);
      } catch {
        await rm(temporary, { force: true }).catch(() => {});
      }
    },
  };
}

/** Null where it is none. */
function parseKeptHead(head: Buffer): KeptHead | null {
  try {
    const { kept, known } = JSON.parse(head.toString()) as Partial<KeptHead>;
    return kept?.config && kept.surroundings && kept.deferrals && known?.links ? { kept, known } : null;
  } catch {
    return null;
  }
}

interface FileParts extends KeptTexts {
  /** Null where it is not even a beginning. */
  readonly hashes: { readonly seal: string; readonly head: string; readonly body: string } | null;
}

function readParts(file: string): FileParts {
  const found = readIfThere(file);
  const end = found.indexOf('\n', HASHES_BYTES);
  const [seal = '', head = '', body = '', rest] = found.toString('latin1', 0, HASHES_BYTES).split('\n');
  return {
    hashes: end === -1 || rest === undefined ? null : { seal, head, body },
    head: found.subarray(HASHES_BYTES, end),
    body: found.subarray(end + 1),
  };
}

function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Three lines, each a hash in hex. */
function printHashes(seal: string, { head, body }: PrintedTexts): string {
  return `${seal}\n${hashText(head)}\n${hashPieces(body)}\n`;
}

function hashPieces(pieces: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

const HASHES_BYTES = 3 * 65;
