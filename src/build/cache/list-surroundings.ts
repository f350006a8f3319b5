import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LOCKS = [
  'bun.lock',
  'node_modules/.modules.yaml',
  'node_modules/.package-lock.json',
  'node_modules/.yarn-state.yml',
  'npm-shrinkwrap.json',
  'package-lock.json',
  'pnpm-lock.yaml',
  'yarn.lock',
];

/**
 * The files that a build depends on, whether they are there or not, although it does not read them itself:
 * what esbuild looks for around each source, what says which packages are installed, their manifests, and the file that
 * each of them is imported by.
 */
export function listSurroundings(
  root: string,
  { files, modules }: { readonly files: ReadonlyMap<string, unknown>; readonly modules: ReadonlySet<string> },
): readonly string[] {
  const found = new Set<string>();
  const folders = new Set([
    root,
    ...[...files.keys()].filter((path) => path.startsWith(`${root}/`)).map(dirname),
  ]);
  for (const folder of folders) for (const at of ancestors(folder)) addSettings(at, found);
  for (const at of ancestors(root)) for (const lock of LOCKS) found.add(join(at, lock));
  for (const module of modules) {
    if (!module.startsWith('file:')) continue;
    const path = fileURLToPath(module);
    found.add(path).add(findManifest(path));
  }
  return [...found].map((path) => path.replaceAll('\\', '/')).filter((path) => !files.has(path));
}

/** Whether a path is one of those, by its name: whatever it says may decide of everything. */
export function isSurrounding(path: string): boolean {
  const name = basename(path);
  return (
    path.includes('node_modules/') || SETTINGS.includes(name) || LOCKS.some((lock) => basename(lock) === name)
  );
}

const SETTINGS = ['package.json', 'tsconfig.json', 'jsconfig.json'];

function addSettings(folder: string, found: Set<string>): void {
  for (const name of SETTINGS) found.add(join(folder, name));
}

function ancestors(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}

/** The manifest of the package that a module is part of. */
function findManifest(module: string): string {
  const candidates = ancestors(dirname(module)).map((folder) => join(folder, 'package.json'));
  return candidates.find((path) => existsSync(path)) ?? (candidates[0] as string);
}
