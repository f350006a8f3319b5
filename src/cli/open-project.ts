import { existsSync, realpathSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Extras } from '../compiler/emit/emit-all.js';
import { CliFailure } from './cli-failure.js';
import type { Io } from './io.js';

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

/** The folder and configuration that a command works on. */
export function openProject(options: ProjectOptions, io: Io): Project {
  const folder = resolve(io.cwd, options.cwd ?? '.');
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CliFailure(`There is no folder "${options.cwd ?? folder}".`);
  }
  const root = withSlashes(realpathSync(folder));
  if (options.config === undefined) return { root };
  const configFile = resolve(root, options.config);
  if (!existsSync(configFile)) {
    throw new CliFailure(`There is no configuration "${options.config}".`, {
      help: 'The path is relative to the project; without --config, procgen.config.ts is read when there is one.',
    });
  }
  return { root, configFile: withSlashes(relative(root, configFile)) };
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
