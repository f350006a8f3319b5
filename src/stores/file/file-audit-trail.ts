/**
 * `STORE.audit.jsonl`, one JSON object a line. What it was before it grew too large is `STORE.audit.1.jsonl` to
 * `STORE.audit.5.jsonl`, the newest first.
 */
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { AuditEntry, AuditTrail } from '../audit-trail.js';
import { printCause, StoreError } from '../store-error.js';
import { type FileSystem, lstatOrNull, nullIfMissing } from './file-system.js';
import { giveToOwnerOf, type OwnerFolder } from './owner-folder.js';
import { assertOwned } from './owners.js';

export interface FileAuditTrail extends AuditTrail {
  append(...entries: readonly AuditEntry[]): Promise<void>;
  /** Appends those of the entries that are neither in the file nor in the one before it. */
  appendMissing(entries: readonly AuditEntry[]): Promise<void>;
  /** Waits for what is being written; nothing is taken afterwards. */
  close(): Promise<void>;
}

const MAX_BYTES = 10 * 1024 * 1024;
const KEPT_FILES = 5;
const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/**
 * The file is opened for each write: entries are few, and who moves the file away or empties it meanwhile, as
 * log shippers do, loses nothing.
 */
export function createFileAuditTrail(
  { store, owners }: Pick<OwnerFolder, 'store' | 'owners'>,
  disk: FileSystem,
  maxBytes = MAX_BYTES,
): FileAuditTrail {
  const path = `${store}.audit.jsonl`;
  let waiting: string[] = [];
  let next: Promise<void> | null = null;
  let previous: Promise<void> = Promise.resolve();
  /** Whether the file is known to end at the end of a line. A crash or a full disk may have left half of one. */
  let isWhole = false;
  let isClosed = false;

  async function write(text: string): Promise<void> {
    const old = await lstatOrNull(disk, path);
    const isFull = old !== null && old.size > 0 && old.size + Buffer.byteLength(text) > maxBytes;
    if (isFull) await shiftFiles(store, disk);
    const handle = await disk.open(path, APPEND, old ? old.mode & 0o777 : 0o600);
    try {
      assertOwned(owners, path, await handle.stat());
      if (old === null || isFull) await giveToOwnerOf(store, handle);
      const start = isWhole || (await endsWithLine(handle)) ? '' : '\n';
      isWhole = false;
      await handle.appendFile(start + text);
      isWhole = true;
    } finally {
      await handle.close();
    }
  }

  /** Writes all that waits at once. */
  async function flush(): Promise<void> {
    next = null;
    const text = waiting.join('');
    waiting = [];
    await write(text).catch(refuse);
  }

  function refuse(cause: unknown): never {
    throw new StoreError('UNAVAILABLE', `Cannot write ${path}: ${printCause(cause)}.`, cause);
  }

  function append(...entries: readonly AuditEntry[]): Promise<void> {
    if (isClosed) return Promise.reject(new StoreError('UNAVAILABLE', 'The store is closed.'));
    waiting.push(...entries.map(printEntry));
    if (next === null) {
      next = previous.then(flush);
      previous = next.catch(() => {});
    }
    return next;
  }

  return {
    append,
    async appendMissing(entries) {
      if (entries.length === 0) return;
      await previous;
      const logged = await readLines([`${store}.audit.1.jsonl`, path], disk).catch(refuse);
      const missing = entries.filter((entry) => !logged.has(printEntry(entry)));
      if (missing.length > 0) await append(...missing);
    },
    async listByUser(userId, { skip, limit }) {
      await previous;
      const about = `"user":${printValue(userId)}`;
      const found: AuditEntry[] = [];
      for await (const line of readBackwards([path, `${store}.audit.1.jsonl`], disk)) {
        if (found.length === skip + limit) break;
        const entry = line.includes(about) ? parseEntry(line) : null;
        if (entry?.user === userId) found.push(entry);
      }
      return found.slice(skip);
    },
    async close() {
      isClosed = true;
      await previous;
    },
  };
}

async function shiftFiles(store: string, disk: FileSystem): Promise<void> {
  for (let number = KEPT_FILES - 1; number >= 0; number--) {
    const from = number === 0 ? `${store}.audit.jsonl` : `${store}.audit.${number}.jsonl`;
    await nullIfMissing(disk.rename(from, `${store}.audit.${number + 1}.jsonl`));
  }
}

const PIECE_BYTES = 64 * 1024;

/** The lines of the files that exist, from the end of the first file on, read in pieces. */
async function* readBackwards(paths: readonly string[], disk: FileSystem): AsyncGenerator<string> {
  for (const path of paths) {
    const handle = await nullIfMissing(disk.open(path, constants.O_RDONLY | constants.O_NOFOLLOW));
    if (handle === null) continue;
    try {
      let { size } = await handle.stat();
      let rest = Buffer.alloc(0);
      while (size > 0) {
        const length = Math.min(PIECE_BYTES, size);
        size -= length;
        const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size);
        const piece = Buffer.concat([buffer, rest]);
        // What stands before the first newline is the end of a line of the piece before.
        const start = size === 0 ? 0 : piece.indexOf('\n') + 1;
        yield* piece.subarray(start).toString('utf8').split('\n').reverse();
        rest = piece.subarray(0, start);
      }
    } finally {
      await handle.close();
    }
  }
}

/** The entry of a line; null for a line that a crash or a full disk has cut. */
function parseEntry(line: string): AuditEntry | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The lines of the files that exist, each with its newline. */
async function readLines(paths: readonly string[], disk: FileSystem): Promise<ReadonlySet<string>> {
  const lines = new Set<string>();
  for (const path of paths) {
    const text = (await nullIfMissing(disk.readFile(path, 'utf8'))) ?? '';
    for (const [line] of text.matchAll(/.*\n/g)) lines.add(line);
  }
  return lines;
}

async function endsWithLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return true;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a;
}

/** What JSON leaves as it is and a terminal would act on: C1 controls, line separators, directions of writing. */
const UNPRINTABLE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** One line, whatever stands in the entry. */
function printEntry(entry: AuditEntry): string {
  return `${printValue(entry)}\n`;
}

function printValue(value: unknown): string {
  return JSON.stringify(value).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
