import { CliFailure } from '../cli-failure.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { openProject, type ProjectOptions } from '../open-project.js';
import { readEnvOptions } from '../read-env-options.js';
import { hostService } from './host-service.js';
import { overrideConfig } from './override-config.js';
import { requireFreshBundle } from './require-fresh-bundle.js';
import { readServeSettings, type ServeOptions } from './serve-settings.js';
import { importServerBundle } from './server-bundle.js';

/** `procgen serve`: serves until a signal or a crash. Development builds first; production loads nothing that builds. */
export async function runServe(options: ServeOptions & ProjectOptions, io: Io): Promise<number> {
  const settings = readServeSettings(options, io.env);
  const env = readEnvOptions(io.env);
  const project = openProject(options, io);
  io.enableSourceMaps();
  if (settings.mode === 'development') {
    const { rebuildServer } = await import('./rebuild-server.js');
    const exitCode = await rebuildServer(project, io);
    if (exitCode !== EXIT.fine) return exitCode;
  } else {
    if (options.config !== undefined) {
      throw new CliFailure('--config has no meaning in production mode: the configuration was built in.', {
        help: 'Name it when you build: procgen build --config <file>.',
      });
    }
    await requireFreshBundle(project.root);
  }
  const { routes, config } = await importServerBundle(project.root);
  const { store, rateLimitStore } = options;
  const flags = {
    ...(store === undefined ? {} : { store }),
    ...(rateLimitStore === undefined ? {} : { rateLimitStore }),
  };
  return hostService(
    { root: project.root, routes, config: overrideConfig(config, env, flags), settings },
    io,
  );
}
