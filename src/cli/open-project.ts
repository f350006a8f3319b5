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
  /** What is written beside the three generated files. */
  readonly extras?: Extras;
}

/** A project, or where `isFound` is false a folder that is in none. */
export interface OpenedProject extends Project {
  readonly isFound: boolean;
}

/**
 * The project that a command works on, the one that its folder is in. Where there is none, a command that needs one is refused,
 * and any other gets its folder.
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
    if (!isFound && isNeeded) throw refuseOutsideProject();
    return { root, isFound };
  }
  const configFile = resolve(root, config);
  if (!existsSync(configFile)) {
    throw new CliFailure(`There is no configuration "${config}".`, {
      help: 'The path is relative to the project; without --config, procgen.config.ts is read when there is one.',
    });
  }
  return { root, configFile: withSlashes(relative(root, configFile)), isFound };
}

const UNREAD_CONFIGS = ['js', 'mjs', 'cjs', 'mts', 'cts', 'json'].map((end) => `procgen.config.${end}`);

/**
 * Refuses a configuration that no command would read because of its name. A project that is deployed without its procedures
 * may have a compiled one: its configuration is in the built server.
 */
function refuseUnreadConfig(root: string, configFile: string, procedures: string): void {
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

/**
 * The nearest folder from `folder` up that has the configuration, or a package.json beside procedures or a built server.
 * Without a package.json only `folder` itself counts. Null when there is none.
 */
function findProject(folder: string, configFile: string, procedures: string): string | null {
  const hasAny = (at: string, names: readonly string[]) => names.some((name) => existsSync(join(at, name)));
  for (let at = folder; ; at = dirname(at)) {
    const config = resolve(at, configFile);
    // One that is named by its whole path says nothing about folders that it is not in.
    if (existsSync(config) && !relative(at, config).startsWith('..')) return at;
    if (hasAny(at, ['package.json']) && hasAny(at, [procedures, '.procgen/server'])) return at;
    if (at === dirname(at)) return hasAny(folder, [procedures, '.procgen']) ? folder : null;
  }
}

export const NO_PROJECT = 'There is no procgen project in this folder or above it';

/** Refuses a command that needs a project; `more` is said after what helps. */
export function refuseOutsideProject(more = ''): CliFailure {
  return new CliFailure(`${NO_PROJECT}.`, {
    help: `"procgen init" starts one here, "procgen -C <dir> …" works in another folder.${more}`,
  });
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
