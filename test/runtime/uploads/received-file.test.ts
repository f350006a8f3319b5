import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../src/runtime/index.js';
import { type FileMemory, ReceivedFile } from '../../../src/runtime/uploads/received-file.js';
import { createUploadFolder, type UploadFolder } from '../../../src/runtime/uploads/upload-folder.js';

const MEMORY = 1_000;

function createMemory(): FileMemory {
  let left = MEMORY;
  return {
    reserve(bytes) {
      if (bytes > left) return false;
      left -= bytes;
      return true;
    },
    release(bytes) {
      left += bytes;
    },
  };
}

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
  ['with a first chunk that does not fit into memory', [5_000]],
  ['with one of many chunks', [500, 500, 500, 500, 500]],
])('a file that meets a full disk %s is a 503, and nothing of it is left', async (_, lengths) => {
  const { root, folder } = await openFullFolder();
  const memory = createMemory();
  const file = new ReceivedFile({ folder, memory, limitBytes: 1_000_000, body: { ownsChunks: false } });
  const received = file.receive(Readable.from(lengths.map((length) => Buffer.alloc(length))));
  await expect(received).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    cause: { code: 'ENOSPC' },
  });
  await file.remove();
  expect(await readdir(root)).toEqual([]);
  expect(memory.reserve(MEMORY)).toBe(true);
});

const canTransfer = 'transfer' in ArrayBuffer.prototype;

test.skipIf(!canTransfer).each([true, false])(
  'the memory of chunks is freed once they are on the disk, where nobody else has them (%s)',
  async (ownsChunks) => {
    const root = await mkdtemp(join(tmpdir(), 'procgen-test-'));
    onTestFinished(() => rm(root, { recursive: true }));
    const folder = createUploadFolder(root, createLog({ destination: { write() {} } }));
    const memory = createMemory();
    const file = new ReceivedFile({ folder, memory, limitBytes: 1_000_000, body: { ownsChunks } });
    const whole = ['a', 'b', 'c'].map((letter) => Buffer.alloc(500, letter));
    const part = Buffer.alloc(600, 'd').subarray(0, 500);
    await file.receive(Readable.from([...whole, part]));
    const received = await file.toFile({ name: '', type: '' });
    const expected = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(500)).join('');
    expect(await received.text()).toBe(expected);
    expect(whole.map(({ length }) => length)).toEqual(Array(3).fill(ownsChunks ? 0 : 500));
    expect(part.length).toBe(500);
    await file.remove();
  },
);
