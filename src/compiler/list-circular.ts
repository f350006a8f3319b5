/** Modules by name, each with those that it imports. */
type ModuleLinks = Readonly<Record<string, readonly string[]>>;

/**
 * The modules that stand in a circle of imports, or on the way from one to another: of those it is told who is run first.
 */
export function listCircular(links: ModuleLinks): ReadonlySet<string> {
  const { forth, back } = linkBothWays(links);
  peel(forth, back);
  peel(back, forth);
  return new Set(forth.keys());
}

function linkBothWays(links: ModuleLinks) {
  const forth = new Map<string, Set<string>>();
  const back = new Map<string, Set<string>>();
  for (const [path, imports] of Object.entries(links)) {
    for (const imported of imports) {
      if (!Object.hasOwn(links, imported)) continue;
      link(forth, path, imported);
      link(back, imported, path);
    }
  }
  return { forth, back };
}

function link(links: Map<string, Set<string>>, from: string, to: string): void {
  const known = links.get(from);
  if (known) known.add(to);
  else links.set(from, new Set([to]));
}

/** Takes off every module that leads nowhere, or nowhere any more. */
function peel(forth: Map<string, Set<string>>, back: Map<string, Set<string>>): void {
  const ends = [...back.keys()].filter((path) => !forth.has(path));
  for (let path = ends.pop(); path !== undefined; path = ends.pop()) {
    for (const importer of back.get(path) ?? []) {
      const others = forth.get(importer);
      if (others?.delete(path) && others.size === 0) ends.push(importer);
    }
    forth.delete(path);
    back.delete(path);
  }
}
