import {
  appendFileSync,
  chmodSync,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../src/stores/audit-trail.js';
import { createFileAuditTrail } from '../../src/stores/file/file-audit-trail.js';
import { disk, type FileSystem } from '../../src/stores/file/file-system.js';
import { makeStoreFolder } from './store-folder.js';

const ENTRY: AuditEntry = {
  time: '2026-01-01T00:00:00.000Z',
  event: 'key.created',
  actor: 'alice',
  key: 'key_0123456789abcdef',
  user: 'alice',
  address: '192.0.2.1',
  requestId: 'r1',
};

function startTrail({ maxBytes, fileSystem = disk }: { maxBytes?: number; fileSystem?: FileSystem } = {}) {
  const store = join(makeStoreFolder(), 'store.json');
  const path = `${store}.audit.jsonl`;
  return {
    store,
    path,
    trail: createFileAuditTrail({ store, owners: [process.geteuid?.() as number] }, fileSystem, maxBytes),
    readLines: (from = path) => readFileSync(from, 'utf8').split('\n').slice(0, -1),
  };
}

describe('K-15', () => {
  it('appends one JSON object a line to a file that only its owner can read', async () => {
    const { trail, path, readLines } = startTrail();
    await trail.append(ENTRY);
    await Promise.all([1, 2, 3].map((count) => trail.append({ ...ENTRY, count })));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readLines().map((line) => JSON.parse(line))).toEqual([
      ENTRY,
      ...[1, 2, 3].map((count) => ({ ...ENTRY, count })),
    ]);
  });

  it('keeps one line whatever is in it, and nothing in it that a terminal would act on', async () => {
    const { trail, readLines } = startTrail();
    const actor = 'eve\n{"event":"key.deleted"}\r\u001b[2J\u0085\u2028\u202e\u0000"\\\ud800é';
    await trail.append({ ...ENTRY, actor });
    const [line = '', ...rest] = readLines();
    expect(rest).toEqual([]);
    expect(line).toMatch(/^[ -~é]+$/);
    expect(JSON.parse(line)).toEqual({ ...ENTRY, actor });
  });

  it('lists what is about a user, the newest first, across pieces and files', async () => {
    const { trail, path } = startTrail({ maxBytes: 400_000 });
    const user = 'ö\u2028"\\';
    for (let number = 1; number <= 4_000; number++)
      void trail.append({ ...ENTRY, user: number % 10 === 0 ? user : 'bob', number });
    await trail.append({ ...ENTRY, user: `x${user}`, actor: user });
    appendFileSync(path, '{"user":"half');
    const numbers = async (skip: number, limit: number) =>
      (await trail.listByUser(user, { skip, limit })).map(({ number }) => number);
    expect(await numbers(0, 3)).toEqual([4_000, 3_990, 3_980]);
    expect(await numbers(2, 2)).toEqual([3_980, 3_970]);
    expect(await numbers(395, 50)).toEqual([50, 40, 30, 20, 10]);
    expect(await trail.listByUser('nobody', { skip: 0, limit: 9 })).toEqual([]);
  });

  it('begins a new file when one is full, and keeps five old ones', async () => {
    const { trail, store, path, readLines } = startTrail({ maxBytes: 400 });
    chmodSync(join(store, '..'), 0o700);
    for (let count = 1; count <= 20; count++) await trail.append({ ...ENTRY, count });
    const files = [path, ...[1, 2, 3, 4, 5].map((number) => `${store}.audit.${number}.jsonl`)];
    const counts = files.map((file) => readLines(file).map((line) => JSON.parse(line).count));
    expect(counts).toEqual([
      [19, 20],
      [17, 18],
      [15, 16],
      [13, 14],
      [11, 12],
      [9, 10],
    ]);
    expect(existsSync(`${store}.audit.6.jsonl`)).toBe(false);
    for (const file of files) {
      expect(statSync(file).size).toBeLessThanOrEqual(400);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
  });

  it('goes on in a new file when somebody moved the old one away, and keeps a mode that somebody gave', async () => {
    const { trail, path, readLines } = startTrail({ maxBytes: 400 });
    await trail.append(ENTRY);
    renameSync(path, `${path}.shipped`);
    await trail.append({ ...ENTRY, count: 2 });
    expect([readLines().length, readLines(`${path}.shipped`).length]).toEqual([1, 1]);
    chmodSync(path, 0o640);
    for (let count = 3; count <= 6; count++) await trail.append({ ...ENTRY, count });
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  it('does not spoil the next line when a crash left half of one', async () => {
    const { trail, path, readLines } = startTrail();
    writeFileSync(path, '{"time":"2026-', { mode: 0o600 });
    await trail.append(ENTRY);
    await trail.append(ENTRY);
    expect(readLines()).toEqual(['{"time":"2026-', JSON.stringify(ENTRY), JSON.stringify(ENTRY)]);
  });

  it('says when it cannot write, and goes on whole when it can again', async () => {
    let isFull = true;
    const fileSystem: FileSystem = {
      ...disk,
      async open(path, flags, mode) {
        const handle = await disk.open(path, flags, mode);
        if (!isFull) return handle;
        handle.appendFile = async (text) => {
          appendFileSync(String(path), String(text).slice(0, 10));
          throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
        };
        return handle;
      },
    };
    const { trail, path, readLines } = startTrail({ fileSystem });
    const both = await Promise.allSettled([trail.append(ENTRY), trail.append(ENTRY)]);
    for (const outcome of both)
      expect(outcome).toMatchObject({
        reason: {
          code: 'UNAVAILABLE',
          message: `Cannot write ${path}: the disk is full (ENOSPC).`,
        },
      });
    isFull = false;
    await trail.append(ENTRY);
    expect(readLines()).toEqual(['{"time":"2', JSON.stringify(ENTRY)]);
  });
});
