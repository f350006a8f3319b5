/**
 * The modules that stand in a circle of imports, or on the way from one to another: of those it is told who is run first.
 * `links` has each module with those that it imports.
 */
export function listCircular(links: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  // Whoever imports stands before what it imports as a rule: from the end on, few rounds are needed.
  const left = new Map([...links].reverse());
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    const imported = new Set([...left.values()].flat());
    for (const [path, imports] of left) {
      if (!imported.has(path) || !imports.some((each) => left.has(each))) left.delete(path);
    }
  }
  return new Set(left.keys());
}
