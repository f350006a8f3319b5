import type { Diagnostic } from '../compiler/diagnostic.js';
import type { ApiModel } from '../model/api-model.js';
import type { ProjectBuild } from './project-build.js';

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
