import type { Builder, Project } from '../../build/builder.js';
import type { Diagnostic } from '../../compiler/diagnostic.js';

/** What a thread that builds can be asked for. */
export type BuildTask = 'build' | 'check' | 'compile';

/** What it is started with. */
export interface WorkerInput {
  readonly project: Project;
  /** Where it writes what it is at. */
  readonly buffer: SharedArrayBuffer;
}

/** A task that code of the project's did not let come to its end. */
export interface EndedBuild {
  readonly kind: 'ended';
  readonly diagnostic: Diagnostic;
  /** Whether that was the code of the configuration. */
  readonly isConfigBroken: boolean;
}

/** That a task leaves nothing to save any more, or why what it left could not be saved. */
export interface SavedBuild {
  readonly kind: 'saved';
  readonly failure: string | undefined;
}

/** What a task came to. */
export type BuildReply =
  | {
      readonly kind: 'done';
      readonly result: Awaited<ReturnType<Builder[BuildTask]>>;
      /** Whether another thread has to do the next task. */
      readonly isSpent: boolean;
    }
  /** The project's own code ended it. */
  | EndedBuild
  /** Something stood in the way: what a `CliFailure` says. */
  | { readonly kind: 'refused'; readonly message: string; readonly help: string | undefined }
  /** A bug of ours, with its stack. */
  | { readonly kind: 'crashed'; readonly stack: string };
