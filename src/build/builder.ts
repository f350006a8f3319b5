import type { CompileOptions } from '../compiler/compilation.js';
import type { Diagnostic } from '../compiler/diagnostic.js';
import type { ApiModel } from '../model/api-model.js';
import type { BuildRecord } from './cache/build-record.js';
import type { PlannedOutputs } from './outputs/plan-outputs.js';
import type { WatchedPaths } from './watch/watch-files.js';

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

/** What decides of a build beside the files of the project. Plain data, which a thread can be given. */
export interface Project extends Omit<CompileOptions, 'known' | 'progress'> {
  readonly overrides?: object & { readonly buildTimeoutMs?: number };
}

/** What a build came to, and what became, or would become, of the generated files. */
export interface ProjectBuild extends PlannedOutputs {
  /** Sorted by file, line and column. */
  readonly diagnostics: readonly Diagnostic[];
  readonly isConfigBroken: boolean;
  readonly stats: BuildRecord['stats'];
  /** The configuration's file relative to the project; null when there is none, or it is broken. */
  readonly configFile: string | null;
  /** Tells what was built from what: the checksum of what is remembered of it; null where nothing was built. */
  readonly id: string | null;
  /** Whether anything was compiled, and not only found to be as the last build left it. */
  readonly isCompiled: boolean;
  /** The folder, relative to the project, that keeps the texts of edited files that were overwritten. */
  readonly keptAt?: string | undefined;
  /** Why the next build will know nothing of this one. */
  readonly saveFailure?: string | undefined;
  /** What decides of the next build. */
  readonly watched: WatchedPaths;
}
