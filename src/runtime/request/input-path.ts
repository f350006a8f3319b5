/** The way to a value from the input's root. Keys that print alike are one: a record's `1` and a list's. */
export type Path = readonly (string | number)[];

/** Whether `path` begins as `outer` does. */
export function leadsInto(outer: Path, path: readonly PropertyKey[]): boolean {
  return outer.length <= path.length && outer.every((key, index) => String(key) === String(path[index]));
}

export function isInside(path: Path, outer: Path): boolean {
  return path.length > outer.length && leadsInto(outer, path);
}

export function isSamePath(left: Path, right: Path): boolean {
  return left.length === right.length && leadsInto(left, right);
}
