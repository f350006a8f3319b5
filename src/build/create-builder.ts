import { createServerBundler } from '../compiler/bundle/server-bundler.js';
import type { Host } from '../compiler/host.js';
import type { BuildProgress } from '../compiler/progress.js';
import { buildProject, checkProject } from './build-project.js';
import type { Builder } from './builder.js';
import { compileProject } from './compile-project.js';
import type { Project } from './project.js';

/** Builds in this thread. */
export function createBuilder(host: Host, project: Project, progress?: BuildProgress): Builder {
  const session = { bundler: createServerBundler(project), progress };
  return {
    async build() {
      const { plan, ...build } = await buildProject(host, project, session);
      return { ...build, plan: plan.map((write) => ({ ...write, text: '', before: null })) };
    },
    check: () => checkProject(host, project, session),
    async compile() {
      const { compilation } = await compileProject(host, project, session);
      const { model, diagnostics, isConfigBroken } = compilation;
      return { model, diagnostics, isConfigBroken };
    },
    // What runs in this thread cannot be ended.
    giveUp() {},
    close: () => session.bundler.close(),
  };
}
