/** What a build is at. */
export type BuildStage = 'parse' | 'emit' | 'bundle';

/** Told what a build is at: so little that it costs nothing to be told often. */
export interface BuildProgress {
  /** A stage begins, with so many procedure files. */
  enter(stage: BuildStage, files: number): void;
  /** Code of that module is run from now on; null when none is. The path is absolute. */
  evaluate(path: string | null): void;
  /** So long may the code of one module run, in ms. */
  limit(timeoutMs: number): void;
}

export const SILENT_PROGRESS: BuildProgress = { enter() {}, evaluate() {}, limit() {} };
