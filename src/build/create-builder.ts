import { createServerBundler } from '../compiler/bundle/server-bundler.js';
import type { Host } from '../compiler/host.js';
import type { BuildProgress } from '../compiler/progress.js';
import type { BuildSession } from './build-project.js';
import type { Builder, Project } from './builder.js';
import { BuildCache } from './cache/build-cache.js';

export interface ThreadBuilder extends Builder {
  /** Whether a build in this thread has run the project's setup. */
  readonly hasRunSetup: boolean;
}

/** Creates a builder that runs in this thread. */
export function createBuilder(host: Host, project: Project, progress?: BuildProgress): ThreadBuilder {
  const bundler = createServerBundler({ ...project, createFolder: host.createFolder });
  const session: BuildSession = { bundler, progress };
  let isFirst = true;
  return {
    get hasRunSetup() {
      return session.hasRunSetup === true;
    },
    async build() {
      // While the compiler is loading, esbuild starts with the last server, which often is the next one too.
      const since = Date.now();
      if (isFirst) void bundler.prebundle(new BuildCache(host, project).serverSource);
      isFirst = false;
      const { buildProject } = await import('./build-project.js');
      const { plan, ...build } = await buildProject(host, project, session, since);
      return { ...build, plan: plan.map((write) => ({ ...write, text: '', before: null })) };
    },
    async check() {
      const { checkProject } = await import('./build-project.js');
      return checkProject(host, project, session);
    },
    async compile() {
      const { compileProject } = await import('./compile-project.js');
      const { model, diagnostics, config } = await compileProject(host, project, session);
      return { model, diagnostics, isConfigBroken: config === null };
    },
    // This thread cannot stop its own code.
    cancelStuck() {},
    async close() {
      await bundler.cancel();
      await bundler.close();
    },
  };
}
