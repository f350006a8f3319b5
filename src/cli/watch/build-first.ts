import type { Builder, ProjectBuild } from '../../build/builder.js';
import { refuseForeignFiles } from '../build/report-build.js';
import { openBuilder } from '../builder/open-builder.js';
import type { Io } from '../io.js';
import type { Project } from '../open-project.js';

/** What a watch starts with. */
export interface FirstBuild {
  readonly builder: Builder;
  readonly build: ProjectBuild;
  /** Resolves when the watch has to end. */
  readonly signal: Promise<null>;
}

/**
 * Makes the build before the watch starts; null if a signal came first. Throws if the build cannot start: there is
 * nothing to watch yet.
 */
export async function buildFirst(project: Project, io: Io): Promise<FirstBuild | null> {
  const signal = new Promise<null>((resolve) => void io.onSignal(() => resolve(null)));
  const builder = await openBuilder(project, io);
  const build = await Promise.race([builder.build(), signal]);
  if (build === null) {
    await builder.close();
    return null;
  }
  refuseForeignFiles(build.foreign);
  return { builder, build, signal };
}
