import type { Config } from '../../definition/config.js';
import { CliFailure } from '../cli-failure.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { openProject, type ProjectOptions } from '../open-project.js';
import { readEnvOptions } from '../read-env-options.js';
import { hostService } from './host-service.js';
import { requireFreshBundle } from './require-fresh-bundle.js';
import type { WatchedService } from './run-serve-watch.js';
import { readServeSettings, type ServeOptions } from './serve-settings.js';
import { importServerBundle } from './server-bundle.js';

/**
 * `procgen serve`: serves until a signal or a crash. Development builds first; production loads no code that builds.
 */
export async function runServe(options: ServeOptions & ProjectOptions, io: Io): Promise<number> {
  const settings = readServeSettings(options, io.env);
  const env = readEnvOptions(io.env);
  const project = openProject(options, io);
  io.enableSourceMaps();
  const { store, rateLimitStore } = options;
  // The environment overrides the file, and the flags override both; brand and functions stay.
  const override = (config: Config | undefined): Config => ({
    ...config,
    ...env,
    ...(store !== undefined && { store }),
    ...(rateLimitStore !== undefined && { rateLimitStore }),
  });
  if (options.watch) return watch({ project, settings, override }, io);
  if (settings.mode === 'development') {
    const { rebuildServer } = await import('./rebuild-server.js');
    const exitCode = await rebuildServer(project, io);
    if (exitCode !== EXIT.fine) return exitCode;
  } else {
    if (options.config !== undefined) {
      throw new CliFailure(
        '--config cannot be used in production mode: the configuration is part of the build.',
        {
          help: 'Pass it to the build: procgen build --config <file>.',
        },
      );
    }
    requireFreshBundle(project.root, settings.modeText);
  }
  const { routes, config } = await importServerBundle(project.root);
  return hostService({ root: project.root, routes, config: override(config), settings }, io);
}

async function watch(service: WatchedService, io: Io): Promise<number> {
  if (service.settings.mode === 'production') {
    throw new CliFailure(
      `--watch cannot be used in ${service.settings.modeText}: it serves the last build.`,
      {
        help: 'Use --mode development.',
      },
    );
  }
  const { runServeWatch } = await import('./run-serve-watch.js');
  return runServeWatch(service, io);
}
