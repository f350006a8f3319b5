import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptBuild } from '../../compiler/incremental/kept-build.js';
import { encodeText } from '../encode-text.js';
import { hashText } from './hash-text.js';
import type { KeptBuilds } from './kept-builds.js';
import {
  KEPT_VERSION,
  type KeptHead,
  parseKeptState,
  printKeptHead,
  printKeptItems,
} from './kept-state-text.js';

export interface KeptBuildsOnDisk extends KeptBuilds {
  /** Does beforehand most of the work of writing what was decided. */
  prepare(kept: KeptBuild): Promise<void>;
  /** Takes away what was prepared and not written. */
  end(): Promise<void>;
}

/** The items of a build, beside the file where they are to stand. */
interface WrittenItems {
  readonly kept: KeptBuild;
  /** Their hash; null where they cannot be kept. */
  readonly hash: Promise<string | null>;
}

/**
 * Keeps what the last build decided beside its record, for the next process, in two files: a small one behind the record's
 * seal and hashes of all else, and one of the many items. What belongs to another record, or is damaged, counts as nothing.
 * What cannot be written costs the next build its time, and nothing else.
 */
export function keepOnDisk(folder: string): KeptBuildsOnDisk {
  const file = join(folder, 'decisions.txt');
  const itemsFile = join(folder, 'items.txt');
  const besides = (path: string) => `${path}.${process.pid}.tmp`;
  let prepared: WrittenItems | undefined;
  const begin = (kept: KeptBuild): WrittenItems => {
    if (prepared?.kept !== kept)
      prepared = { kept, hash: writeItems(besides(itemsFile), kept).catch(() => null) };
    return prepared;
  };
  return {
    async find(seal) {
      const { hashes, head } = readHead(file);
      if (hashes?.seal !== seal || hashes.head !== hashText(head)) return null;
      const parsed = parseKeptHead(head);
      if (!parsed) return null;
      const { config, surroundings } = parsed.kept;
      const readState = async () => {
        const items = readIfThere(itemsFile);
        if (hashes.items !== hashText(items)) return null;
        try {
          return parseKeptState(parsed, items);
        } catch {
          return null;
        }
      };
      return { config, surroundings, readState };
    },
    async prepare(kept) {
      printKeptItems(kept);
      // A project's first build may still be refused, and then leaves nothing behind, not even a folder.
      if (existsSync(folder)) begin(kept);
    },
    async write(seal, state) {
      try {
        await mkdir(folder, { recursive: true });
        const head = state && printKeptHead(state);
        const hash = state && head ? await begin(state.kept).hash : null;
        if (!head || hash === null) return await rm(file, { force: true });
        await writeFile(besides(file), `${seal}\n${hashText(head)}\n${hash}\n${head}`);
        await rename(besides(itemsFile), itemsFile);
        await rename(besides(file), file);
      } catch {}
    },
    async end() {
      if (!prepared) return;
      await prepared.hash;
      for (const each of [file, itemsFile]) await rm(besides(each), { force: true }).catch(() => {});
    },
  };
}

/** Tells their hash; null where JSON would change something of them. */
async function writeItems(file: string, kept: KeptBuild): Promise<string | null> {
  const items = printKeptItems(kept);
  if (!items) return null;
  const hash = createHash('sha256');
  const descriptor = openSync(file, 'w');
  try {
    for (const piece of items) {
      for (const bytes of typeof piece === 'string' ? encodeText(piece) : [piece]) {
        hash.update(bytes);
        writeFileSync(descriptor, bytes);
      }
    }
  } finally {
    closeSync(descriptor);
  }
  return hash.digest('hex');
}

/** Null where it is none. */
function parseKeptHead(head: Buffer): KeptHead | null {
  try {
    const parsed = JSON.parse(head.toString()) as KeptHead;
    return parsed.version === KEPT_VERSION ? parsed : null;
  } catch {
    return null;
  }
}

interface FoundHead {
  /** Null where they are not even there. */
  readonly hashes: { readonly seal: string; readonly head: string; readonly items: string } | null;
  readonly head: Buffer;
}

function readHead(file: string): FoundHead {
  const found = readIfThere(file);
  const [seal = '', head = '', items = '', rest] = found.toString('latin1', 0, HASHES_BYTES).split('\n');
  return {
    hashes: rest === undefined ? null : { seal, head, items },
    head: found.subarray(HASHES_BYTES),
  };
}

/** Three lines, each a hash in hex. */
const HASHES_BYTES = 3 * 65;

function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}
