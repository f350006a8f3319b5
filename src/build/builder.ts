import { createServerBundler } from '../compiler/bundle/server-bundler.js';
import type { Diagnostic } from '../compiler/diagnostic.js';
import type { Host } from '../compiler/host.js';
import type { ApiModel } from '../compiler/model/api-model.js';
import type { BuildProgress } from '../compiler/progress.js';
import { buildProject, checkProject, type ProjectBuild } from './build-project.js';
import { compileProject } from './compile-project.js';
import type { Project } from './project.js';

/** Builds one project, as often as it is asked to, one build at a time. */
export interface Builder {
  /** The texts of its plan are left out. */
  build(): Promise<ProjectBuild>;
  /** What a build would write. */
  check(): Promise<ProjectBuild>;
  compile(): Promise<CompiledProject>;
  /** Gives up a task that does not come to its end, if there is one: it comes to a diagnostic. */
  giveUp(): void;
  close(): Promise<void>;
}

export interface CompiledProject {
  /** Null when there is an error. */
  readonly model: ApiModel | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly isConfigBroken: boolean;
}

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
