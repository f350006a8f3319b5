import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepOnDisk } from '../../../src/cli/build-cache/keep-on-disk.js';
import type { KeptState } from '../../../src/cli/build-cache/kept-builds.js';
import { guardProcess } from '../../../src/cli/guard-process.js';
import { createNodeHost } from '../../../src/cli/node-host.js';
import { compile } from '../../../src/compiler/compile.js';
import { type BuildGrounds, keepBuild } from '../../../src/compiler/incremental/keep-build.js';
import type { KeptBuild } from '../../../src/compiler/incremental/kept-build.js';
import { createFolder, createProject } from '../temporary-project.js';
import { CACHED_PROJECT } from './cached-project.js';

const SEAL = '5'.repeat(64);

async function decide(): Promise<KeptState> {
  const root = await createProject(CACHED_PROJECT);
  const host = createNodeHost();
  const { grounds } = await guardProcess(() => compile(host, { root }));
  const kept = (await keepBuild(host, root, grounds as BuildGrounds)) as KeptBuild;
  return { kept };
}

test('What is found first of a build is a part of what is read of it: what is begun with it is of that build.', async () => {
  const folder = await createFolder();
  const state = await decide();
  await keepOnDisk(folder).write(SEAL, state);
  const found = await keepOnDisk(folder).find(SEAL);
  const read = await found?.readState();
  expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(state)));
  // A server that was begun for a configuration is taken for no other.
  expect(found?.config).toBe(read?.kept.config);
  expect(await keepOnDisk(folder).find('6'.repeat(64))).toBe(null);
});

test('What is prepared and not written goes again, and a folder that is not there yet is made by writing only.', async () => {
  const folder = join(await createFolder(), 'cache');
  const state = await decide();
  const first = keepOnDisk(folder);
  await first.prepare(state.kept);
  await first.end();
  await expect(readdir(folder)).rejects.toThrow('ENOENT');
  await first.write(SEAL, state);
  const second = keepOnDisk(folder);
  await second.prepare({ ...state.kept });
  await second.end();
  expect((await readdir(folder)).sort()).toEqual(['decisions.txt', 'items.txt']);
  expect(await (await keepOnDisk(folder).find(SEAL))?.readState()).not.toBe(null);
  await rm(join(folder, 'items.txt'));
  expect(await (await keepOnDisk(folder).find(SEAL))?.readState()).toBe(null);
});
