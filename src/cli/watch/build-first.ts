import type { Builder, ProjectBuild } from '../../build/builder.js';
import { refuseForeignFiles } from '../build/report-build.js';
import { openBuilder } from '../builder/open-builder.js';
import type { Io } from '../io.js';
import type { Project } from '../open-project.js';

/** What a watch begins with. */
export interface FirstBuild {
  readonly builder: Builder;
  readonly build: ProjectBuild;
  /** Resolves when the watch is to end. */
  readonly signal: Promise<null>;
}

/**
 * The build before anything is watched; null when a signal came first. Throws what keeps the build from starting: before
 * anything is watched there is nothing to wait for.
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
