/** A range in one line of a file: 1-based line and column, a tab is one column, `length` at least 1. */
export interface SourceLocation {
  /** Relative to the project, with `/`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** Returns the start of a file, for a diagnostic about the whole file. */
export function startOf(file: string): SourceLocation {
  return { file, line: 1, column: 1, length: 1 };
}

/** Returns the location at the end of `keys` from `start`, or the nearest known location around it. */
export function findNearestLocation(
  locations: ReadonlyMap<string, SourceLocation>,
  keys: readonly (string | number)[],
  start = '',
): SourceLocation | undefined {
  const prefixes = keys.map((_, index) => start + keys.slice(0, index + 1).join('.'));
  const nearest = prefixes.findLast((prefix) => locations.has(prefix));
  return nearest === undefined ? undefined : locations.get(nearest);
}

/** Orders by file, line and column; files by code units, the same on every machine. */
export function compareLocations(left: SourceLocation, right: SourceLocation): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line || left.column - right.column;
}
