import type { Diagnostic } from '../compiler/diagnostic.js';
import type { BuildRecord } from './cache/build-record.js';
import type { PlannedOutputs } from './outputs/plan-outputs.js';
import type { WatchedPaths } from './watch/watch-files.js';

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
  /** Why the build could not be remembered for the next one. */
  readonly cacheFailure?: string | undefined;
  /** What decides of the next build. */
  readonly watched: WatchedPaths;
}
