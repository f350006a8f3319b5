import { appendFileSync, copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AuditEntry } from '../../src/stores/audit-trail.js';
import { disk, type FileSystem } from '../../src/stores/file/file-system.js';
import { openFileStore } from '../../src/stores/file-store.js';
import { makeStoreFolder } from './store-folder.js';
import { NO_LIMIT, storedKey } from './stored-key.js';

function describeChange(key: string): AuditEntry {
  const nobody = { actor: null, user: null, address: null, requestId: null };
  return { time: '2026-01-01T00:00:00.000Z', event: 'key.created', key, ...nobody };
}

/** A store whose audit log cannot be written while `isFull`. */
async function openWithFullLog(path = join(makeStoreFolder(), 'store.json'), rename = disk.rename) {
  const log = { isFull: true };
  const warnings: string[] = [];
  const store = await openFileStore(path, {
    onWarn: (message) => warnings.push(message),
    disk: {
      ...disk,
      rename,
      async open(name, ...rest) {
        if (log.isFull && String(name).endsWith('.jsonl'))
          throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
        return disk.open(name, ...rest);
      },
    },
  });
  onTestFinished(() => store.close());
  const insert = (number: number) => {
    const key = storedKey(number);
    return store.keys.insert(key, NO_LIMIT, () => [describeChange(key.id)]);
  };
  return { path, log, warnings, store, insert };
}

/** The store and its log as a process that is killed now leaves them. */
function copyAsKilled(path: string): string {
  const copy = join(makeStoreFolder(), 'store.json');
  for (const end of ['', '.audit.jsonl', '.audit.1.jsonl'])
    if (existsSync(path + end)) copyFileSync(path + end, copy + end);
  return copy;
}

async function reopen(path: string): Promise<void> {
  await (await openFileStore(path)).close();
}

function readNoted(path: string): string[] {
  const lines = readFileSync(`${path}.audit.jsonl`, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line).key);
}

const idsOf = (...numbers: number[]) => numbers.map((number) => storedKey(number).id);

describe('K-15', () => {
  it('notes a change once whose process was killed before its entry was in the log', async () => {
    const { path, insert } = await openWithFullLog();
    await Promise.all([insert(1), insert(2)]);
    const copy = copyAsKilled(path);
    for (let start = 0; start < 3; start++) await reopen(copy);
    expect(readNoted(copy)).toEqual(idsOf(1, 2));
  });

  it('notes a change once whose process was killed after its entry was in the log', async () => {
    const { path, log, insert } = await openWithFullLog();
    log.isFull = false;
    await insert(1);
    const copy = copyAsKilled(path);
    expect(readFileSync(copy, 'utf8')).toContain('pendingAudit');
    await reopen(copy);
    expect(readNoted(copy)).toEqual(idsOf(1));
  });

  it('notes a change once whose entry stands in the file before, and one of which half is there', async () => {
    const { path, log, insert } = await openWithFullLog();
    log.isFull = false;
    await Promise.all([insert(1), insert(2)]);
    const copy = copyAsKilled(path);
    const [first = '', second = ''] = readFileSync(`${copy}.audit.jsonl`, 'utf8').split(/(?<=\n)/);
    renameSync(`${copy}.audit.jsonl`, `${copy}.audit.1.jsonl`);
    writeFileSync(`${copy}.audit.1.jsonl`, first);
    appendFileSync(`${copy}.audit.jsonl`, second.slice(0, 40), { mode: 0o600 });
    await reopen(copy);
    expect(readFileSync(`${copy}.audit.jsonl`, 'utf8')).toBe(`${second.slice(0, 40)}\n${second}`);
  });

  it('keeps the entries of changes while the log cannot be written, and writes them when it can, each once', async () => {
    const { path, log, warnings, insert } = await openWithFullLog();
    for (const number of [1, 2]) expect(await insert(number)).toBe('inserted');
    expect(warnings).toEqual([
      `Audit entries are kept in the store until they can be written to the audit log: Cannot write ${path}.audit.jsonl: the disk is full (ENOSPC).`,
    ]);
    log.isFull = false;
    for (const number of [3, 4]) await insert(number);
    expect(readNoted(path)).toEqual(idsOf(1, 2, 3, 4));
  });

  it('takes no more than 10,000 entries while the log cannot be written, and none of the changes beyond', async () => {
    const { path, log, store, insert } = await openWithFullLog();
    const many = Array.from({ length: 9_999 }, (_, number) => describeChange(`earlier ${number}`));
    await store.keys.insert(storedKey(1), NO_LIMIT, () => many);
    expect(await insert(2)).toBe('inserted');
    await expect(insert(3)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: `${path} accepts no changes: 10000 audit entries are waiting, and the audit log cannot be written.`,
    });
    expect(await store.keys.findById(storedKey(3).id)).toBeNull();
    expect(readFileSync(path, 'utf8')).not.toContain(storedKey(3).id);
    log.isFull = false;
    expect(await insert(4)).toBe('inserted');
    expect(readNoted(path).slice(-3)).toEqual(['earlier 9998', ...idsOf(2, 4)]);
    await store.close();
    await reopen(path);
    expect(readNoted(path)).toHaveLength(10_001);
  });

  it.each([1, 2])(
    'notes changes once whose entries the log has while the store cannot be written, where it is asked for %i more',
    async (more) => {
      let isWritable = true;
      const rename: FileSystem['rename'] = async (...names) => {
        if (!isWritable) throw Object.assign(new Error('EROFS: read-only'), { code: 'EROFS' });
        await disk.rename(...names);
      };
      const { path, log, store, insert } = await openWithFullLog(undefined, rename);
      const many = Array.from({ length: 10_001 - more }, (_, number) => describeChange(`earlier ${number}`));
      await store.keys.insert(storedKey(1), NO_LIMIT, () => many);
      log.isFull = false;
      isWritable = false;
      const changes = await Promise.allSettled(
        Array.from({ length: more }, (_, number) => insert(2 + number)),
      );
      expect(changes.every(({ status }) => status === 'rejected')).toBe(true);
      await expect(insert(2)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      isWritable = true;
      expect(await insert(2)).toBe('inserted');
      expect(readNoted(path)).toEqual([...many.map(({ key }) => key), ...idsOf(2)]);
    },
  );

  it('takes over what an earlier process could not write, also where it still cannot be written at first', async () => {
    const earlier = await openWithFullLog();
    await earlier.insert(1);
    await earlier.store.close();
    const { path, log, warnings, insert } = await openWithFullLog(earlier.path);
    expect(warnings).toHaveLength(1);
    log.isFull = false;
    await insert(2);
    expect(readNoted(path)).toEqual(idsOf(1, 2));
  });

  it('has no entry of a change that failed', async () => {
    const { path, log, store, insert } = await openWithFullLog();
    log.isFull = false;
    await insert(1);
    await expect(insert(1)).rejects.toThrow();
    await store.close();
    expect(readNoted(path)).toEqual(idsOf(1));
  });

  it('leaves no entry in a store that is closed', async () => {
    const { path, log, store, insert } = await openWithFullLog();
    log.isFull = false;
    await insert(1);
    await store.close();
    expect(readFileSync(path, 'utf8')).not.toContain('pendingAudit');
  });
});
