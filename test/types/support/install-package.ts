import { cp, mkdir, mkdtemp, readdir, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../../readme/support/create-readme-project.js';
import { FILES, REPOSITORY } from '../../readme/support/readme.js';
import { runCommand } from '../../readme/support/start-command.js';

/**
 * The service of the pages of docs/, built, in a temporary folder: with the package as `npm publish` would send it, and every other
 * package linked to where this repository has it installed.
 */
export async function installPackage(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'procgen-packed-')));
  const modules = join(root, 'node_modules');
  await mkdir(modules);
  for (const name of await readdir(join(REPOSITORY, 'node_modules'))) {
    if (!name.startsWith('.')) await symlink(join(REPOSITORY, 'node_modules', name), join(modules, name));
  }
  const packed = await run(
    ['npm', 'pack', '--ignore-scripts', '--silent', '--pack-destination', root],
    REPOSITORY,
  );
  await run(['tar', '-xzf', packed.trim()], root);
  await cp(join(root, 'package'), join(modules, 'procgen'), { recursive: true });
  await writeFiles(root, { 'package.json': '{ "name": "items-service", "type": "module" }\n', ...FILES });
  await cp(join(REPOSITORY, 'test/types/authoring'), join(root, 'authoring'), { recursive: true });
  await run([process.execPath, join(modules, 'procgen/bin/procgen.js'), 'build', '--mocks'], root);
  return root;
}

async function run(argv: readonly string[], cwd: string): Promise<string> {
  const { exitCode, out, err } = await runCommand(argv, { cwd });
  if (exitCode !== 0) throw new Error(`${argv.join(' ')} ended with ${exitCode}:\n${out}${err}`);
  return out;
}
