import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryBudgets } from '../../../src/runtime/uploads/memory-budget.js';
import { ReceivedFile } from '../../../src/runtime/uploads/received-file.js';
import type { UploadFolder } from '../../../src/runtime/uploads/upload-folder.js';

const MEMORY = 1_000;

/** A folder on a disk without room: Linux has a device that refuses every write as such a disk does. */
async function openFullFolder(): Promise<{ root: string; folder: UploadFolder }> {
  const root = await mkdtemp(join(tmpdir(), 'procgen-test-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder: UploadFolder = {
    async create() {
      const path = join(root, 'file');
      await writeFile(path, '');
      return { path, handle: await open('/dev/full', 'w') };
    },
    remove: (path) => rm(path),
    removeLeftovers: async () => {},
    close: async () => {},
  };
  return { root, folder };
}

test.skipIf(process.platform !== 'linux').each([
  ['with what does not fit into memory', [800, 800]],
  ['with a first piece that does not fit into memory', [5_000]],
  ['with one of many pieces', [500, 500, 500, 500, 500]],
])('a file that meets a full disk %s is a 503, and nothing of it is left', async (_, lengths) => {
  const { root, folder } = await openFullFolder();
  const memory = createMemoryBudgets({ bytes: MEMORY, bytesPerAddress: MEMORY })('');
  const file = new ReceivedFile({ folder, memory, limitBytes: 1_000_000 });
  const received = pipeline(Readable.from(lengths.map((length) => Buffer.alloc(length))), file);
  await expect(received).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    cause: { code: 'ENOSPC' },
  });
  await file.remove();
  expect(await readdir(root)).toEqual([]);
  expect(memory.take(MEMORY)).toBe(true);
});
