import type { Io } from '../io.js';
import { loadProjectSettings } from '../load-project-settings.js';
import type { Project } from '../open-project.js';
import { readEnvOptions } from '../read-env-options.js';

/** Where a build of the project writes the description, relative to the project. */
export async function findDescriptionPath(project: Project, io: Io): Promise<string> {
  const out = readEnvOptions(io.env).out ?? (await loadProjectSettings(project)).out ?? 'generated';
  return `${out.replace(/\/+$/, '')}/openapi.json`;
}
