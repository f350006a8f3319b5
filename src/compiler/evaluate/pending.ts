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

/** A part of a module's text. */
interface Range {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

interface MissingExport {
  readonly name: string;
  /** Whether the module is one of the project's own. */
  readonly isOfProject: boolean;
  readonly exports: readonly string[];
}

interface UnfoundImport {
  readonly specifier: string;
  readonly target: MissingImport;
}

export interface UnavailableOptions {
  readonly location?: Range | undefined;
  readonly missing?: MissingExport;
  readonly unfound?: UnfoundImport | undefined;
}

/** Why a module, or an export, cannot be had, where no code of the project's threw. */
export class UnavailableError extends Error {
  /** Where that is said, if it is at a location in a module. */
  readonly location: Range | undefined;
  /** The name that is not exported, and those that are. */
  readonly missing: MissingExport | undefined;
  /** The import that leads nowhere. */
  readonly unfound: UnfoundImport | undefined;

  constructor(message: string, { location, missing, unfound }: UnavailableOptions = {}) {
    super(message);
    this.location = location;
    this.missing = missing;
    this.unfound = unfound;
  }
}
