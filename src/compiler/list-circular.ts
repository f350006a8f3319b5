/**
 * Lists the modules in an import cycle or on a path from one cycle to another: in which order they run depends on which
 * is imported first. `links` maps each module to its imports.
 */
export function listCircular(links: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  // Importers usually precede their imports, so going backwards takes few rounds.
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
