import { isSuccessful, type Rebuild, watchProject } from '../../build/watch/watch-project.js';
import type { Config } from '../../definition/config.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { createNodeHost } from '../node-host.js';
import type { Project } from '../open-project.js';
import { buildFirst } from '../watch/build-first.js';
import { reportFirstBuild, reportRebuild } from '../watch/report-rebuild.js';
import { hostService } from './host-service.js';
import type { ServeSettings } from './serve-settings.js';
import { createServedVersions } from './served-versions.js';

export interface WatchedService {
  readonly project: Project;
  readonly settings: ServeSettings;
  /** Applies the overrides of the environment and the flags to the configuration. */
  readonly override: (config: Config | undefined) => Config;
}

/**
 * `procgen serve --watch`: serves, and replaces the routes after each successful build. Errors are printed, and the
 * last good build is still served.
 */
export async function runServeWatch(
  { project, settings, override }: WatchedService,
  io: Io,
): Promise<number> {
  const { root } = project;
  const host = createNodeHost();
  const versions = createServedVersions(root, override, io);
  const report = () => ({ host, root, fallback: versions.describeServed() });
  const first = await buildFirst(project, io);
  if (!first) return EXIT.fine;
  await reportFirstBuild(first.build, report(), io);
  const watch = watchProject(first.build, first.builder, async (rebuild: Rebuild) => {
    const apply = () => versions.apply(rebuild.outdated);
    if (!rebuild.isFirst) return reportRebuild(rebuild, report(), io, apply);
    return !isSuccessful(rebuild.outcome) || apply();
  });
  try {
    const version = await Promise.race([watch.ready.then(() => versions.first), first.signal]);
    if (version === null) return EXIT.fine;
    return await hostService({ root, settings, ...version }, io, versions.serve);
  } finally {
    await watch.close();
  }
}
