import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { findOwnModule } from '../../scaffold/find-own-module.js';
import { findOwnSpecifier } from '../../scaffold/find-own-specifier.js';
import { findRepositoryAround } from '../../scaffold/find-repository.js';
import { suggestInitOptions } from '../../scaffold/init-options.js';
import { listProjectFiles, type ProjectFile } from '../../scaffold/list-project-files.js';
import { OWN_FOLDER, readOwnPackage } from '../../scaffold/own-package.js';
import { CliFailure } from '../cli-failure.js';
import { createColors } from '../colors.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { createNodeHost } from '../node-host.js';
import { printWelcome } from './print-welcome.js';

export interface InitFlags {
  readonly cwd?: string;
  readonly yes?: boolean;
  readonly force?: boolean;
}

/** `procgen init [dir]`: everything of a working project, or nothing and the list of what stands in the way. */
export async function runInit(dir: string | undefined, options: InitFlags, io: Io): Promise<number> {
  const cwd = resolve(io.cwd, options.cwd ?? '.');
  const isAsking = io.terminal !== null && !options.yes && !io.env.CI;
  const { folder, initOptions } = isAsking ? await ask(dir, cwd, io) : suggest(dir, cwd);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new CliFailure(`${folder} is a file, not a folder.`);

  const own = await readOwnPackage();
  const copy = { folder: realpathSync(OWN_FOLDER), version: own.version };
  const root = resolveLinks(folder);
  const specifier = await findOwnSpecifier(copy, root);
  if (specifier === null)
    throw new CliFailure('This procgen was installed from an archive that is gone.', {
      help: 'Install it again, then run "procgen init" again.',
    });
  const host = createNodeHost();
  const repository = findRepositoryAround(root);
  const { files, keptScripts } = await listProjectFiles({
    // GitHub reads workflows nowhere but at a repository's root, and what stands there is not the project's.
    initOptions: repository === null ? initOptions : { ...initOptions, withWorkflow: false },
    own,
    specifier,
    read: async (path) => host.readFile(join(root, path)),
    ownModule: await findOwnModule(root),
  });
  if (!options.force) refuseObstacles(files);

  const changed = files.filter(({ isChanged }) => isChanged);
  await host.writeFiles(changed.map(({ path, text }) => ({ path: join(root, path), text })));
  const written = changed.map(({ path }) => path);
  const place = relative(cwd, folder);
  const isWithoutWorkflow = repository !== null;
  io.stderr.write(
    printWelcome({ place, written, keptScripts, isWithoutWorkflow }, createColors(io, io.stderr)),
  );
  return EXIT.fine;
}

function suggest(dir: string | undefined, cwd: string) {
  const folder = resolve(cwd, dir ?? '.');
  return { folder, initOptions: suggestInitOptions(basename(folder)) };
}

async function ask(dir: string | undefined, cwd: string, io: Io) {
  const { askForProject } = await import('./ask-for-project.js');
  const answers = await askForProject(dir, { terminal: io.terminal, cwd });
  if (answers === null) throw new CliFailure('Nothing was written.');
  return answers;
}

function refuseObstacles(files: readonly ProjectFile[]): void {
  const obstacles = files.flatMap((file) => file.obstacles);
  if (obstacles.length === 0) return;
  throw new CliFailure(`Nothing was written:\n${obstacles.map((each) => `  ${each}\n`).join('')}`, {
    help: 'Choose another folder, or overwrite these files with --force.',
  });
}

/** The folder with links resolved, as far as it is there: where npm will take relative paths from. */
function resolveLinks(folder: string): string {
  if (existsSync(folder) || folder === dirname(folder)) return realpathSync(folder);
  return join(resolveLinks(dirname(folder)), basename(folder));
}
