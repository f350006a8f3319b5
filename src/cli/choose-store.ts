import { DEFAULT_STORE } from '../definition/config.js';
import { CliFailure } from './cli-failure.js';
import type { Io } from './io.js';
import { loadProjectSettings, type ProjectSettings } from './load-project-settings.js';
import { openProject, type Project, type ProjectOptions } from './open-project.js';
import { readEnvOptions } from './read-env-options.js';

export interface StoreOptions extends ProjectOptions {
  readonly store?: string;
  readonly json?: boolean;
  readonly plain?: boolean;
}

/** The store that a command uses. */
export interface StoreChoice {
  /** As named by the user; a relative path is relative to the project. */
  readonly store: string;
  readonly project: Project;
  readonly settings: ProjectSettings;
  /** Whether the store is not named and the command runs outside of a project. */
  readonly isOutsideProject: boolean;
}

/** The store of the command line, else the environment, else the configuration, else the default one. */
export async function chooseStore(options: StoreOptions, io: Io): Promise<StoreChoice> {
  const project = openProject(options, io, { isNeeded: false });
  const { store: envStore, ...env } = readEnvOptions(io.env);
  const named = options.store ?? envStore;
  const isNamed = named !== undefined;
  const settings = { ...(await loadSettings(project, isNamed)), ...env };
  const store = named ?? settings.store ?? DEFAULT_STORE;
  return { store, project, settings, isOutsideProject: !isNamed && !project.isFound };
}

/** A broken configuration does not matter when the store is named otherwise. */
async function loadSettings(project: Project, isStoreNamed: boolean): Promise<ProjectSettings> {
  try {
    return await loadProjectSettings(project);
  } catch (error) {
    if (isStoreNamed && error instanceof CliFailure) return {};
    throw error;
  }
}
