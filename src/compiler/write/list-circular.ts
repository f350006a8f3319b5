import type { ModuleLinks } from './list-links.js';

/**
 * The modules that stand in a circle of imports, or on the way from one to another: of those it is told who is run first.
 */
export function listCircular(links: ModuleLinks): ReadonlySet<string> {
  const isOwn = (path: string) => Object.hasOwn(links, path);
  const forth = new Map(
    Object.entries(links).map(([path, imports]) => [path, new Set(imports.filter(isOwn))]),
  );
  const back = new Map([...forth.keys()].map((path) => [path, new Set<string>()]));
  for (const [path, imports] of forth) for (const imported of imports) back.get(imported)?.add(path);
  peel(forth, back);
  peel(back, forth);
  return new Set(forth.keys());
}

/** Takes off every module that leads nowhere any more. */
function peel(forth: Map<string, Set<string>>, back: Map<string, Set<string>>): void {
  const ends = [...forth.keys()].filter((path) => forth.get(path)?.size === 0);
  for (let path = ends.pop(); path !== undefined; path = ends.pop()) {
    for (const importer of back.get(path) ?? []) {
      const others = forth.get(importer);
      if (others?.delete(path) && others.size === 0) ends.push(importer);
    }
    forth.delete(path);
    back.delete(path);
  }
}
