import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPOSITORY } from '../../readme/support/readme.js';
import { runCommand } from '../../readme/support/start-command.js';

/** What `npm install` would bring, which is here as links into this repository. */
const PACKAGES = ['zod', 'vitest', '@types/node'];
const PROCGEN = join(REPOSITORY, 'bin/procgen.js');
let root: string;

const run = (...args: readonly string[]) => runCommand([process.execPath, ...args], { cwd: root });

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'procgen-init-')));
  const made = await run(PROCGEN, 'init', '.', '--yes');
  expect(made.exitCode, made.err).toBe(0);
  await mkdir(join(root, 'node_modules'));
  await symlink(REPOSITORY, join(root, 'node_modules/procgen'));
  for (const name of PACKAGES) {
    await mkdir(dirname(join(root, 'node_modules', name)), { recursive: true });
    await symlink(join(REPOSITORY, 'node_modules', name), join(root, 'node_modules', name));
  }
  const built = await run(PROCGEN, 'build');
  expect(built.exitCode, built.err).toBe(0);
});

afterAll(() => rm(root, { recursive: true, force: true }));

test('The example test of a new project passes', async () => {
  const { exitCode, out, err } = await run(join(REPOSITORY, 'node_modules/vitest/vitest.mjs'), 'run');
  expect(exitCode, out + err).toBe(0);
  expect(out).toMatch(/Tests .*3 passed/);
});

test('The example test of a new project has no type errors', async () => {
  const { exitCode, out } = await run(join(REPOSITORY, 'node_modules/typescript/bin/tsc'), '-p', '.');
  expect(exitCode, out).toBe(0);
});
