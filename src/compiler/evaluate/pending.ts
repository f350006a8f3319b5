import type { MissingImport } from '../parse/resolve-import.js';

/**
 * Thrown by a name whose value has to be awaited: it stops whatever asked for it, up to `LazyModules`, which waits and
 * then asks again. Only code that runs by itself, such as a timer's callback, lets it reach a user: as an error.
 */
export class Pending<Part = unknown> extends Error {
  readonly settled: Promise<unknown>;
  /** The part of a module that is awaited, if it is one. */
  readonly part: Part | undefined;

  /** The module that waits. */
  readonly path: string | null;

  constructor(settled: Promise<unknown>, part?: Part, path: string | null = null) {
    super('This code runs by itself, and uses a package that no schema has used before it.');
    this.settled = settled;
    this.part = part;
    this.path = path;
  }
}

export interface UnavailableOptions {
  /** Where that is said, if it is at a location in a module. */
  readonly location?: { readonly path: string; readonly start: number; readonly end: number } | undefined;
  /** The name that is not exported, and those that are; whether by a module of the project's own. */
  readonly missing?: {
    readonly name: string;
    readonly isOfProject: boolean;
    readonly exports: readonly string[];
  };
  /** The import that leads nowhere. */
  readonly unfound?: { readonly specifier: string; readonly target: MissingImport };
}

/** Why a module, or an export, cannot be had, where no code of the project's threw. */
export class UnavailableError extends Error {
  readonly about: UnavailableOptions;

  constructor(message: string, about: UnavailableOptions = {}) {
    super(message);
    this.about = about;
  }
}
