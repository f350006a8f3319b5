import { isBuiltin } from 'node:module';
import type { Metafile } from 'esbuild';
import { ENTRY } from './routes-plugin.js';

/**
 * The packages of a bundle whose modules wait, in the order in which they would run if none did: the bundler prints modules that
 * wait first, and what they import with them. Null where they stand in that order.
 */
export function orderPackages(metafile: Metafile): readonly string[] | null {
  const printed = listPrinted(metafile);
  const isPrinted = new Set(printed);
  const ordered = [...new Set([...listInOrder(metafile).filter((each) => isPrinted.has(each)), ...printed])];
  return ordered.every((each, index) => each === printed[index]) ? null : ordered;
}

function listPrinted({ inputs, outputs }: Metafile): readonly string[] {
  const packages = new Set<string>();
  for (const { imports } of Object.values(outputs)) {
    for (const { kind, path } of imports) if (kind === 'import-statement') packages.add(path);
  }
  // What has attributes is data, and runs nothing.
  for (const { imports } of Object.values(inputs)) {
    for (const each of imports) if (each.with) packages.delete(each.path);
  }
  return [...packages].filter((path) => !runsBefore(path));
}

/** They run before any package does that could tell. */
function runsBefore(path: string): boolean {
  return path === 'procgen' || path === 'zod' || isBuiltin(path);
}

function listInOrder({ inputs }: Metafile): readonly string[] {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const visit = (module: string): void => {
    if (seen.has(module)) return;
    seen.add(module);
    for (const { path, kind, external } of inputs[module]?.imports ?? []) {
      if (kind !== 'import-statement') continue;
      if (external) packages.add(path);
      else visit(path);
    }
  };
  visit(ENTRY);
  return [...packages];
}
