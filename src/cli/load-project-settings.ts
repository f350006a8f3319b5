import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Config, DEFAULT_CONFIG_FILE } from '../definition/config.js';
import { CliFailure } from './cli-failure.js';
import type { Project } from './open-project.js';
import { BUNDLE_FILE } from './server-bundle/bundle-paths.js';

/** The settings that commands other than `build` and `serve` need. */
export type ProjectSettings = Pick<
  Config,
  'store' | 'baseUrl' | 'prefix' | 'maxKeysPerUser' | 'authenticate' | 'out' | 'procedures' | 'rateLimitStore'
> & { readonly signIn?: object | undefined };

/**
 * Reads the configuration without running the application, or from the built server if its source is not deployed. A
 * project without a configuration has no settings.
 */
export async function loadProjectSettings(project: Project): Promise<ProjectSettings> {
  const file = project.configFile ?? DEFAULT_CONFIG_FILE;
  if (existsSync(join(project.root, file))) return loadSource(project.root, file);
  const bundle = join(project.root, BUNDLE_FILE);
  if (!existsSync(bundle)) return {};
  const { config } = (await import(pathToFileURL(bundle).href).catch(refuseBundle)) as { config?: Config };
  return config ?? {};
}

/** Loads the built server, which runs application code; what that throws becomes a `CliFailure`. */
function refuseBundle(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new CliFailure(`${BUNDLE_FILE} could not be loaded to read the configuration: ${reason}`, {
    help: 'With --store, the command does not need the configuration.',
    cause,
  });
}

async function loadSource(root: string, file: string): Promise<ProjectSettings> {
  const { createNodeHost } = await import('./node-host.js');
  const { compileSettings } = await import('../build/compile-settings.js');
  const settings = await compileSettings(createNodeHost(), root, file);
  if (settings === null) {
    throw new CliFailure(`${file} is broken.`, {
      help: '"procgen build" shows where. With --store, the command does not need the configuration.',
    });
  }
  return settings as ProjectSettings;
}
