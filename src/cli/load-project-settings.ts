import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config } from '../definition/config.js';
import { DEFAULT_CONFIG_FILE } from '../definition/config.js';
import { CliFailure } from './cli-failure.js';
import type { Project } from './open-project.js';
import { BUNDLE_FILE } from './server-bundle/bundle-paths.js';

/** What commands that neither build nor serve want to know of the configuration. */
export type ProjectSettings = Pick<
  Config,
  'store' | 'baseUrl' | 'prefix' | 'maxKeysPerUser' | 'authenticate' | 'out' | 'procedures' | 'rateLimitStore'
> & { readonly signIn?: object | undefined };

/**
 * Reads the configuration without running the application; where its source is not deployed, from the built server.
 * A project without one has no settings.
 */
export async function loadProjectSettings(project: Project): Promise<ProjectSettings> {
  const file = project.configFile ?? DEFAULT_CONFIG_FILE;
  if (existsSync(join(project.root, file))) return loadSource(project.root, file);
  const bundle = join(project.root, BUNDLE_FILE);
  if (!existsSync(bundle)) return {};
  const { config } = (await import(pathToFileURL(bundle).href).catch(refuseBundle)) as { config?: Config };
  return config ?? {};
}

/** What the application does when it is loaded is its own affair, and so is what it throws. */
function refuseBundle(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new CliFailure(`${BUNDLE_FILE} could not be loaded to read the configuration: ${reason}`, {
    help: 'With --store it is not needed.',
    cause,
  });
}

async function loadSource(root: string, file: string): Promise<ProjectSettings> {
  const { createNodeHost } = await import('./node-host.js');
  const { compileSettings } = await import('../build/compile-settings.js');
  const settings = await compileSettings(createNodeHost(), root, file);
  if (settings === null) {
    throw new CliFailure(`${file} is broken.`, {
      help: '"procgen build" shows where. With --store it is not needed.',
    });
  }
  return settings as ProjectSettings;
}
