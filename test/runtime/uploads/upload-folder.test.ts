import { existsSync, readdirSync } from 'node:fs';
import { rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../../src/runtime/index.js';
import { createUploadFolder, type UploadFolder } from '../../../src/runtime/uploads/upload-folder.js';
import { stopServices, temporaryFolder } from '../support/start-service.js';

afterAll(stopServices);

/** Where the folder is made. */
let parent = '';
let folder: UploadFolder;

beforeEach(async () => {
  parent = join(await temporaryFolder(), 'uploads');
  folder = createUploadFolder(parent, createLog({ destination: { write() {} } }));
});

/** Makes a file. */
async function create(): Promise<void> {
  const { handle } = await folder.create();
  await handle.close();
}

async function removeFolder(): Promise<void> {
  for (const name of readdirSync(parent)) await rm(join(parent, name), { recursive: true });
}

// Where nobody can make a folder, be it root.
it.skipIf(!existsSync('/proc'))(
  'A folder of uploads that could not be made again is made by the next file',
  async () => {
    await create();
    await rename(parent, `${parent}-before`);
    await symlink('/proc', parent);
    await expect(folder.create()).rejects.toThrow();
    await rm(parent);
    await create();
    expect(readdirSync(parent)).toHaveLength(1);
  },
);

it('Files that find the folder of uploads removed at the same time make one', async () => {
  await create();
  await removeFolder();
  await Promise.all([create(), create(), create()]);
  expect(readdirSync(parent)).toHaveLength(1);
  await folder.close();
  expect(readdirSync(parent)).toEqual([]);
});

it('A folder of uploads that is closed is not made again', async () => {
  await create();
  await folder.close();
  await expect(create()).rejects.toThrow('closed');
  expect(readdirSync(parent)).toEqual([]);
});
