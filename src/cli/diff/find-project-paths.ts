import { DEFAULT_CONFIG_FILE } from '../../definition/config.js';
import { DEFAULT_PREFIX } from '../../protocol/path-template.js';
import type { Io } from '../io.js';
import { loadProjectSettings } from '../load-project-settings.js';
import type { Project } from '../open-project.js';
import { readEnvOptions } from '../read-env-options.js';

/** Where a project has what, relative to its root. */
export interface ProjectPaths {
  /** Where a build writes the description. */
  readonly description: string;
  readonly configFile: string;
  /** What stands before every path of its API. */
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
