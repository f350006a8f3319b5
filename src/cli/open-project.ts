import { existsSync, realpathSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { DEFAULT_CONFIG_FILE } from '../authoring/config.js';
import type { Extras } from '../compiler/emit/emit-all.js';
import { CliFailure } from './cli-failure.js';
import { findProject, type ProjectMarks, refuseOutsideProject } from './find-project.js';
import type { Io } from './io.js';
import { BUNDLE_FILE } from './server-bundle/bundle-paths.js';

export interface ProjectOptions {
  /** `-C` */
  readonly cwd?: string;
  /** `--config`, relative to the project. */
  readonly config?: string;
}

export interface Project {
  /** Absolute, with `/`. */
  readonly root: string;
  /** Relative to `root`, with `/`; absent when the command line names none. */
  readonly configFile?: string;
  /** What is written beside the three generated files. */
  readonly extras?: Extras;
}

/**
 * The project that a command works on, the one that its folder is in. Where there is none, a command that needs one is refused,
 * and any other gets its folder.
 */
export function openProject(
  options: ProjectOptions,
  io: Io,
  { isNeeded = true }: { readonly isNeeded?: boolean } = {},
): Project {
  const folder = openFolder(options, io);
  const marks = readMarks(options, io);
  const found = findProject(folder, marks);
  const root = withSlashes(found ?? folder);
  if (options.config === undefined) {
    refuseUnreadConfig(root, marks);
    if (found === null && isNeeded) throw refuseOutsideProject();
    return { root };
  }
  const configFile = resolve(root, options.config);
  if (!existsSync(configFile)) {
    throw new CliFailure(`There is no configuration "${options.config}".`, {
      help: 'The path is relative to the project; without --config, procgen.config.ts is read when there is one.',
    });
  }
  return { root, configFile: withSlashes(relative(root, configFile)) };
}

const UNREAD_CONFIGS = ['js', 'mjs', 'cjs', 'mts', 'cts', 'json'].map((end) => `procgen.config.${end}`);

/**
 * Refuses a configuration that no command would read because of its name. A project that is deployed without its procedures
 * may have a compiled one: its configuration is in the built server.
 */
function refuseUnreadConfig(root: string, { configFile, procedures }: ProjectMarks): void {
  const exists = (path: string) => existsSync(resolve(root, path));
  if (exists(configFile) || (exists(BUNDLE_FILE) && !exists(procedures))) return;
  const unread = UNREAD_CONFIGS.find(exists);
  if (unread === undefined) return;
  throw new CliFailure(`${unread} is not read: the configuration is ${configFile}.`, {
    help: `Rename it to ${configFile}, and make the configuration its default export.`,
  });
}

/** The folder that a command runs in, absolute, links resolved: what files named on the command line are relative to. */
export function openFolder({ cwd = '.' }: Pick<ProjectOptions, 'cwd'>, io: Io): string {
  const folder = resolve(io.cwd, cwd);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CliFailure(`There is no folder "${cwd}".`);
  }
  return realpathSync(folder);
}

/** Whether the command runs in a project. */
export function isInProject(options: ProjectOptions, io: Io): boolean {
  return findProject(openFolder(options, io), readMarks(options, io)) !== null;
}

function readMarks({ config = DEFAULT_CONFIG_FILE }: ProjectOptions, { env }: Io): ProjectMarks {
  return { configFile: config, procedures: env.PROCGEN_PROCEDURES || 'procedures' };
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
