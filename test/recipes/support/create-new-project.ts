import { mkdir, mkdtemp, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../src/cli/run.js';
import { FakeIo } from '../../cli/fake-io.js';
import { REPOSITORY } from '../../cli/temporary-project.js';

/** What `procgen init app` makes in a temporary folder, with everything linked that npm would install. */
export async function createNewProject(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'procgen-recipe-')));
  const exitCode = await run(['init', 'app', '--yes'], new FakeIo(folder));
  if (exitCode !== 0) throw new Error(`procgen init ended with ${exitCode}.`);
  const project = join(folder, 'app');
  await linkPackages(project);
  return project;
}

/** Links the packages of this repository, and procgen itself, into a folder's `node_modules`, commands included. */
export async function linkPackages(project: string): Promise<void> {
  const modules = join(project, 'node_modules');
  await mkdir(join(modules, '.bin'), { recursive: true });
  for (const name of await readdir(join(REPOSITORY, 'node_modules'))) {
    if (!name.startsWith('.')) await symlink(join(REPOSITORY, 'node_modules', name), join(modules, name));
  }
  await symlink(REPOSITORY, join(modules, 'procgen'));
  const commands = {
    procgen: 'bin/procgen.js',
    tsc: 'node_modules/typescript/bin/tsc',
    vitest: 'node_modules/vitest/vitest.mjs',
  };
  for (const [name, file] of Object.entries(commands)) {
    const shim = `#!/bin/sh\nexec node '${join(REPOSITORY, file)}' "$@"\n`;
    await writeFile(join(modules, '.bin', name), shim, { mode: 0o755 });
  }
}
