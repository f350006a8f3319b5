/** A stretch of one line of a file: 1-based line and column, a tab is one column, `length` at least 1. */
export interface Place {
  /** Relative to the project, with `/`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** The place that a whole file stands for when nothing in it can be pointed at. */
export function startOf(file: string): Place {
  return { file, line: 1, column: 1, length: 1 };
}

/** Orders by file, line and column, by code unit, the same on every machine. */
export function comparePlaces(left: Place, right: Place): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line || left.column - right.column;
}
