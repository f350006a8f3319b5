/** The stages of a build. */
export type BuildStage = 'parse' | 'emit' | 'bundle';

/** Receives the progress of a build. Calls are frequent and must be cheap. */
export interface BuildProgress {
  /** A stage starts, with this number of procedure files. */
  enter(stage: BuildStage, files: number): void;
  /** Code of that module (absolute path) is running from now on; null if none is. */
  evaluate(path: string | null): void;
  /** Limits how long the code of one module may run. */
  limit(timeoutMs: number): void;
}

export const SILENT_PROGRESS: BuildProgress = { enter() {}, evaluate() {}, limit() {} };
