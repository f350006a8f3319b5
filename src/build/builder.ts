import type { CompileOptions } from '../compiler/compilation.js';
import type { Diagnostic } from '../compiler/diagnostic.js';
import type { ApiModel } from '../model/api-model.js';
import type { BuildRecord } from './cache/build-record.js';
import type { PlannedOutputs } from './outputs/plan-outputs.js';
import type { WatchedPaths } from './watch/watch-files.js';

/** Builds one project repeatedly, one build at a time. */
export interface Builder {
  /** The texts of its plan are omitted. */
  build(): Promise<ProjectBuild>;
  /** Returns what a build would write. */
  check(): Promise<ProjectBuild>;
  compile(): Promise<CompiledProject>;
  /** Gives up on a task that does not finish, if there is one: its result is a diagnostic. */
  cancelStuck(): void;
  close(): Promise<void>;
}

export interface CompiledProject {
  /** Null when there is an error. */
  readonly model: ApiModel | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly isConfigBroken: boolean;
}

/** What a build depends on besides the project's files. Plain data, which can be passed to a thread. */
export interface Project extends Omit<CompileOptions, 'known' | 'progress'> {
  readonly overrides?: object & { readonly buildTimeoutMs?: number };
}

/** The result of a build, and what it did, or would do, with the generated files. */
export interface ProjectBuild extends PlannedOutputs {
  /** Sorted by file, line and column. */
  readonly diagnostics: readonly Diagnostic[];
  readonly isConfigBroken: boolean;
  readonly stats: BuildRecord['stats'];
  /** The configuration's file relative to the project; null if there is none, or it is invalid. */
  readonly configFile: string | null;
  /** Identifies the build and its inputs: the checksum of its record; null if nothing was built. */
  readonly id: string | null;
  /** Whether anything was compiled, rather than found unchanged since the last build. */
  readonly isCompiled: boolean;
  /** The folder, relative to the project, with copies of edited files that were overwritten. */
  readonly backupFolder?: string | undefined;
  /** Why the next build cannot reuse this one. */
  readonly saveFailure?: string | undefined;
  /** What the next build depends on. */
  readonly watched: WatchedPaths;
}
