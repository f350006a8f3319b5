import { existsSync, realpathSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { CliFailure } from '../cli-failure.js';
import { createColors } from '../colors.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { createNodeHost } from '../node-host.js';
import { PROCGEN_FOLDER, readProcgenManifest } from '../procgen-package.js';
import { findProcgenSpecifier } from './find-procgen-specifier.js';
import { findRepositoryAround } from './find-repository.js';
import { suggestInitOptions } from './init-options.js';
import { listProjectFiles, NEW_MODULES, type ProjectFile } from './list-project-files.js';
import { printWelcome } from './print-welcome.js';

export interface InitFlags {
  readonly cwd?: string;
  readonly yes?: boolean;
  readonly force?: boolean;
}

/** `procgen init [dir]`: writes all files of a working project, or none and lists the obstacles. */
export async function runInit(dir: string | undefined, options: InitFlags, io: Io): Promise<number> {
  const cwd = resolve(io.cwd, options.cwd ?? '.');
  const isInteractive = io.terminal !== null && !options.yes && !io.env.CI;
  const { folder, initOptions } = isInteractive ? await promptForProject(dir, cwd, io) : suggest(dir, cwd);
  const existing = findExisting(folder);
  if (!statSync(existing).isDirectory()) throw new CliFailure(`${existing} is a file, not a folder.`);

  const copy = { folder: realpathSync(PROCGEN_FOLDER), version: readProcgenManifest().version };
  const root = resolveLinks(folder);
  const specifier = await findProcgenSpecifier(copy, root);
  if (specifier === null)
    throw new CliFailure('The archive that this procgen was installed from no longer exists.', {
      help: 'Install it again, then run "procgen init" again.',
    });
  const host = createNodeHost();
  const repository = findRepositoryAround(root);
  const { files, keptFiles, keptScripts } = await listProjectFiles({
    // GitHub reads workflows only at a repository's root, whose files are not this project's.
    initOptions: repository === null ? initOptions : { ...initOptions, withWorkflow: false },
    specifier,
    read: async (path) => host.readFile(join(root, path)),
    existingModule: await findExistingModule(root),
  });
  if (!options.force) refuseObstacles(files);

  const changed = files.filter(({ isChanged }) => isChanged);
  await host.writeFiles(changed.map(({ path, text }) => ({ path: join(root, path), text })));
  const written = changed.map(({ path }) => path);
  const relativeFolder = relative(cwd, folder);
  const isWithoutWorkflow = repository !== null;
  io.stderr.write(
    printWelcome(
      { relativeFolder, written, keptFiles, keptScripts, isWithoutWorkflow },
      createColors(io, io.stderr),
    ),
  );
  return EXIT.fine;
}

function suggest(dir: string | undefined, cwd: string) {
  const folder = resolve(cwd, dir ?? '.');
  return { folder, initOptions: suggestInitOptions(basename(folder)) };
}

async function promptForProject(dir: string | undefined, cwd: string, io: Io) {
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

/** The path itself, or the nearest one above it that exists. */
function findExisting(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : findExisting(dirname(path));
}

/** The folder with the links of its existing part resolved, which npm resolves `file:` paths against. */
function resolveLinks(folder: string): string {
  const existing = findExisting(folder);
  return join(realpathSync(existing), relative(existing, folder));
}

/**
 * A module below `root` whose format the root's package.json decides, relative to `root`; null when there is none besides
 * those that init writes. Skips installed packages, hidden folders and folders with their own package.json.
 */
async function findExistingModule(root: string, folder = ''): Promise<string | null> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(emptyIfUnreadable);
  if (folder !== '' && entries.some(({ name }) => name === 'package.json')) return null;
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile() && /\.[jt]sx?$/.test(path) && !NEW_MODULES.includes(path)) return path;
    if (!entry.isDirectory() || entry.name === 'node_modules' || entry.name.startsWith('.')) continue;
    const found = await findExistingModule(root, path);
    if (found !== null) return found;
  }
  return null;
}

/** A folder may be missing or, like the data of a container's service, unreadable. */
function emptyIfUnreadable(error: NodeJS.ErrnoException): [] {
  if (['ENOENT', 'EACCES', 'EPERM'].includes(error.code ?? '')) return [];
  throw error;
}
