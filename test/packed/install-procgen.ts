import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../readme/support/create-readme-project.js';
import { REPOSITORY } from '../readme/support/readme.js';
import { type Finished, runCommand } from '../readme/support/start-command.js';
import { startLocalRegistry } from './local-registry.js';

/** A project in an otherwise empty folder, in which npm has installed the packed procgen. */
export interface Installed {
  readonly root: string;
  /** What the installation printed. */
  readonly install: Finished;
  remove(): Promise<void>;
}

/** The folder of an empty project with these files, after `npm install <the packed procgen> zod`, by npm, without a network. */
export async function installProcgen(files: Readonly<Record<string, string>>): Promise<Installed> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'procgen-packed-')));
  const root = join(folder, 'project');
  await mkdir(root);
  await writeFiles(root, files);
  const archive = await packProcgen(folder);
  const registry = await startLocalRegistry();
  const env = {
    HOME: folder,
    npm_config_registry: registry.url,
    npm_config_cache: join(folder, 'cache'),
    npm_config_offline: 'false',
  };
  const install = await runCommand(['npm', 'install', archive, 'zod'], { cwd: root, env });
  await registry.close();
  return { root, install, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** What `npm publish` would send, of the `dist` that stands there: the path of the archive in `folder`. */
export async function packProcgen(folder: string): Promise<string> {
  const command = ['npm', 'pack', '--ignore-scripts', '--pack-destination', folder];
  const { exitCode, out, err } = await runCommand(command, { cwd: REPOSITORY });
  if (exitCode !== 0) throw new Error(`npm pack failed:\n${err}`);
  return join(folder, out.trim());
}
