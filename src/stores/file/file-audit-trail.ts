/**
 * The audit log `STORE.audit.jsonl`, one JSON object per line. When it grows too large, it is rotated to
 * `STORE.audit.1.jsonl`; `STORE.audit.5.jsonl` is the oldest.
 */
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { type AuditEntry, type AuditTrail, concernsKey } from '../audit-trail.js';
import { printCause, StoreError } from '../store-error.js';
import { type FileSystem, lstatOrNull, nullIfMissing } from './file-system.js';
import { chownToStoreOwner, type OwnerFolder } from './owner-folder.js';
import { assertOwned } from './owners.js';

export interface FileAuditTrail extends AuditTrail {
  append(...entries: readonly AuditEntry[]): Promise<void>;
  /** Appends the entries that are neither in the current file nor in the previous one. */
  appendMissing(entries: readonly AuditEntry[]): Promise<void>;
  /** Waits for running writes. Later entries are rejected. */
  close(): Promise<void>;
}

const MAX_BYTES = 10 * 1024 * 1024;
const KEPT_FILES = 5;
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/**
 * Opens the file for each write: entries are few, and a log shipper may move or truncate the file at any time without
 * losing entries.
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
  /** Whether the file is known to end with a newline. A crash or a full disk may have left a partial line. */
  let isLineComplete = false;
  let isClosed = false;

  async function write(text: string): Promise<void> {
    const old = await lstatOrNull(disk, path);
    const isFull = old !== null && old.size > 0 && old.size + Buffer.byteLength(text) > maxBytes;
    if (isFull) await rotateFiles(store, disk);
    const handle = await disk.open(path, APPEND, old ? old.mode & 0o777 : 0o600);
    try {
      assertOwned(owners, path, await handle.stat());
      if (old === null || isFull) await chownToStoreOwner(store, handle);
      const start = isLineComplete || (await endsWithNewline(handle)) ? '' : '\n';
      isLineComplete = false;
      await handle.appendFile(start + text);
      isLineComplete = true;
    } finally {
      await handle.close();
    }
  }

  /** Writes all waiting entries at once. */
  async function flush(): Promise<void> {
    next = null;
    const text = waiting.join('');
    waiting = [];
    await write(text).catch(failWriting);
  }

  function failWriting(cause: unknown): never {
    throw new StoreError('UNAVAILABLE', `Cannot write ${path}: ${printCause(cause)}.`, cause);
  }

  /** Returns an empty buffer if there is no file. */
  async function readFile(file: string): Promise<Buffer> {
    const handle = await nullIfMissing(disk.open(file, READ));
    if (handle === null) return Buffer.alloc(0);
    try {
      // A file of root that has not been given to the store's owner yet is harmless.
      assertOwned(owners && [0, ...owners], file, await handle.stat());
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  }

  /** Finds matching entries, newest first. */
  async function find(search: Search): Promise<AuditEntry[]> {
    await previous;
    const found: AuditEntry[] = [];
    for (let number = 0; number <= KEPT_FILES && found.length < search.limit; number++) {
      const file = number === 0 ? path : `${store}.audit.${number}.jsonl`;
      const bytes = await readFile(file).catch(failReading);
      found.push(...findEntries(bytes, { ...search, limit: search.limit - found.length }));
    }
    return found;
  }

  function failReading(cause: unknown): never {
    throw new StoreError('UNAVAILABLE', `Cannot read the audit log ${path}: ${printCause(cause)}.`, cause);
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
    listByKey: (keyId, limit) =>
      find({ text: printValue(keyId), matches: (entry) => concernsKey(entry, keyId), limit }),
    async appendMissing(entries) {
      if (entries.length === 0) return;
      await previous;
      const logged = await readLines([`${store}.audit.1.jsonl`, path], disk).catch(failWriting);
      const missing = entries.filter((entry) => !logged.has(printEntry(entry)));
      if (missing.length > 0) await append(...missing);
    },
    async listByUser(userId, { skip, limit }) {
      const matches = ({ user }: AuditEntry) => user === userId;
      // Searches for the whole member, because a user id may be a word of every line.
      const text = `"user":${printValue(userId)}`;
      return (await find({ text, matches, limit: skip + limit })).slice(skip);
    },
    async close() {
      isClosed = true;
      await previous;
    },
  };
}

async function rotateFiles(store: string, disk: FileSystem): Promise<void> {
  for (let number = KEPT_FILES - 1; number >= 0; number--) {
    const from = number === 0 ? `${store}.audit.jsonl` : `${store}.audit.${number}.jsonl`;
    await nullIfMissing(disk.rename(from, `${store}.audit.${number + 1}.jsonl`));
  }
}

/** The lines of the existing files, each with its newline. */
async function readLines(paths: readonly string[], disk: FileSystem): Promise<ReadonlySet<string>> {
  const lines = new Set<string>();
  for (const path of paths) {
    const text = (await nullIfMissing(disk.readFile(path, 'utf8'))) ?? '';
    for (const [line] of text.matchAll(/.*\n/g)) lines.add(line);
  }
  return lines;
}

async function endsWithNewline(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return true;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === NEWLINE;
}

interface Search {
  /** A substring of all matching lines; only lines that contain it are parsed. */
  readonly text: string;
  readonly matches: (entry: AuditEntry) => boolean;
  readonly limit: number;
}

function findEntries(bytes: Buffer, { text, matches, limit }: Search): AuditEntry[] {
  const found: AuditEntry[] = [];
  const length = Buffer.byteLength(text);
  let end = bytes.length;
  while (found.length < limit && end >= length) {
    const hit = bytes.lastIndexOf(text, end - length);
    if (hit < 0) break;
    const start = bytes.lastIndexOf(NEWLINE, hit) + 1;
    const stop = bytes.indexOf(NEWLINE, hit);
    const entry = parseEntry(bytes.toString('utf8', start, stop < 0 ? bytes.length : stop));
    if (entry !== null && matches(entry)) found.push(entry);
    end = start;
  }
  return found;
}

/** Returns null for a partial line, which a crash or a full disk may leave. */
function parseEntry(line: string): AuditEntry | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

const NEWLINE = 0x0a;

/** Characters that JSON does not escape and a terminal would interpret: C1 controls, line separators, bidi controls. */
const UNPRINTABLE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Prints the entry as one line, whatever it contains. */
function printEntry(entry: AuditEntry): string {
  return `${printValue(entry)}\n`;
}

function printValue(value: unknown): string {
  return JSON.stringify(value).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
