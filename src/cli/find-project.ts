import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { CliFailure } from './cli-failure.js';

/** By what a project is known. Paths are relative to its folder. */
export interface ProjectMarks {
  readonly configFile: string;
  /** The folder of procedure files in a project without a configuration. */
  readonly procedures: string;
}

/**
 * The folder of the project that `folder` is in: the nearest one from `folder` up that has the configuration, or a package.json
 * beside procedures or a built server. Without a package.json only `folder` itself counts. Null when there is none.
 */
export function findProject(folder: string, { configFile, procedures }: ProjectMarks): string | null {
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
