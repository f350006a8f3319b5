/** The path to a value from the input's root. Keys are compared as strings: `1` of a record and of a list are equal. */
export type Path = readonly (string | number)[];

/** Whether `path` begins with `outer`. */
export function isPrefix(outer: Path, path: readonly PropertyKey[]): boolean {
  return outer.length <= path.length && outer.every((key, index) => String(key) === String(path[index]));
}

export function isInside(path: Path, outer: Path): boolean {
  return path.length > outer.length && isPrefix(outer, path);
}

export function isSamePath(left: Path, right: Path): boolean {
  return left.length === right.length && isPrefix(left, right);
}
