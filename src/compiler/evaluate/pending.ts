import type { MissingImport } from '../parse/resolve-import.js';

/**
 * Thrown when a name must be awaited. It unwinds the code that reads the name, up to `LazyModules`, which waits and
 * tries again. It becomes a user's error only in code that runs on its own, such as a timer's callback.
 */
export class Pending<Part = unknown> extends Error {
  readonly settled: Promise<unknown>;
  /** The part of a module that is awaited, if any. */
  readonly part: Part | undefined;

  /** The module that waits. */
  readonly path: string | null;

  constructor(settled: Promise<unknown>, part?: Part, path: string | null = null) {
    super('This code runs on its own, as in a timer, and uses a package that has not been loaded yet.');
    this.settled = settled;
    this.part = part;
    this.path = path;
  }
}

export interface UnavailableDetails {
  /** The location in a module, if there is one. */
  readonly location?: { readonly path: string; readonly start: number; readonly end: number } | undefined;
  /** The name that is not exported, the exported ones, and whether the module is one of the project's own. */
  readonly missing?: {
    readonly name: string;
    readonly isOfProject: boolean;
    readonly exports: readonly string[];
  };
  /** The import that does not resolve. */
  readonly unresolved?: { readonly specifier: string; readonly target: MissingImport };
}

/** Why a module or an export is unavailable, if no code of the project's threw. */
export class UnavailableError extends Error {
  readonly details: UnavailableDetails;

  constructor(message: string, details: UnavailableDetails = {}) {
    super(message);
    this.details = details;
  }
}
