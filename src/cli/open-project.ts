import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Extras } from '../compiler/emit/emit-all.js';
import { DEFAULT_CONFIG_FILE } from '../definition/config.js';
import { CliFailure } from './cli-failure.js';
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
  /** The optional outputs of a build. */
  readonly extras?: Extras;
}

/** A project, or a folder outside of one when `isFound` is false. */
export interface OpenedProject extends Project {
  readonly isFound: boolean;
}

/**
 * Finds the project of a command's folder. Without one, throws a `CliFailure` if the command needs a project; otherwise
 * returns the folder.
 */
export function openProject(
  options: ProjectOptions,
  io: Io,
  { isNeeded = true }: { readonly isNeeded?: boolean } = {},
): OpenedProject {
  const folder = openFolder(options, io);
  const { config = DEFAULT_CONFIG_FILE } = options;
  const procedures = io.env.PROCGEN_PROCEDURES || 'procedures';
  const found = findProject(folder, config, procedures);
  const isFound = found !== null;
  const root = withSlashes(found ?? folder);
  if (options.config === undefined) {
    refuseUnreadConfig(root, config, procedures);
    if (!isFound && isNeeded) throw explainNoProject();
    return { root, isFound };
  }
  const configFile = resolve(root, config);
  if (!existsSync(configFile)) {
    throw new CliFailure(`There is no configuration "${config}".`, {
      help: 'The path is relative to the project; without --config, procgen reads procgen.config.ts if it exists.',
    });
  }
  return { root, configFile: withSlashes(relative(root, configFile)), isFound };
}

const UNREAD_CONFIGS = ['js', 'mjs', 'cjs', 'mts', 'cts', 'json'].map((end) => `procgen.config.${end}`);

/**
 * Refuses a configuration with a name that procgen does not read. A project that is deployed without its procedures may
 * have a compiled one, because its configuration is in the built server.
 */
function refuseUnreadConfig(root: string, configFile: string, procedures: string): void {
  const exists = (path: string) => existsSync(resolve(root, path));
  if (exists(configFile) || (exists(BUNDLE_FILE) && !exists(procedures))) return;
  const unread = UNREAD_CONFIGS.find(exists);
  if (unread === undefined) return;
  throw new CliFailure(`${unread} is not supported: procgen reads ${configFile}.`, {
    help: `Rename it to ${configFile}, with the configuration as its default export.`,
  });
}

/** The folder of a command, absolute, links resolved; file arguments are relative to it. */
export function openFolder({ cwd = '.' }: Pick<ProjectOptions, 'cwd'>, io: Io): string {
  const folder = resolve(io.cwd, cwd);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CliFailure(`There is no folder "${cwd}".`);
  }
  return realpathSync(folder);
}

/**
 * The nearest folder from `folder` up with the configuration, or with a package.json beside procedures or a built server.
 * Without a package.json only `folder` itself is considered. Null when there is none.
 */
function findProject(folder: string, configFile: string, procedures: string): string | null {
  const existsAny = (at: string, names: readonly string[]) =>
    names.some((name) => existsSync(join(at, name)));
  for (let at = folder; ; at = dirname(at)) {
    const config = resolve(at, configFile);
    // An absolute path identifies only the folder that contains it.
    if (existsSync(config) && !relative(at, config).startsWith('..')) return at;
    if (existsAny(at, ['package.json']) && existsAny(at, [procedures, '.procgen/server'])) return at;
    if (at === dirname(at)) return existsAny(folder, [procedures, '.procgen']) ? folder : null;
  }
}

export const NO_PROJECT = 'There is no procgen project in this folder or above it';

/** The failure of a command that needs a project; `more` is appended to its help. */
export function explainNoProject(more = ''): CliFailure {
  return new CliFailure(`${NO_PROJECT}.`, {
    help: `"procgen init" creates one here, "procgen -C <dir> …" runs in another folder.${more}`,
  });
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
