import { DEFAULT_CONFIG_FILE } from '../../definition/config.js';
import { DEFAULT_PREFIX } from '../../protocol/path-template.js';
import type { Io } from '../io.js';
import { loadProjectSettings } from '../load-project-settings.js';
import type { Project } from '../open-project.js';
import { readEnvOptions } from '../read-env-options.js';

/** Paths of a project, relative to its root. */
export interface ProjectPaths {
  /** The description that a build writes. */
  readonly description: string;
  readonly configFile: string;
  /** The prefix of every path of its API. */
  readonly prefix: string;
  /** The folder of procedure files. */
  readonly procedures: string;
}

export async function findProjectPaths(project: Project, io: Io): Promise<ProjectPaths> {
  const settings = { ...(await loadProjectSettings(project)), ...readEnvOptions(io.env) };
  const { out = 'generated', procedures = 'procedures', prefix = DEFAULT_PREFIX } = settings;
  return {
    description: `${out.replace(/\/+$/, '')}/openapi.json`.replace(/^\.\//, ''),
    configFile: project.configFile ?? DEFAULT_CONFIG_FILE,
    prefix,
    procedures,
  };
}
