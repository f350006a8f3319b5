import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseJsonWithComments } from '../../compiler/parse/parse-json-with-comments.js';
import { listAncestors, toPosix } from '../../compiler/relative-path.js';
import { statIfThere } from '../stat-if-there.js';

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
 * what esbuild looks for around each source, with what a tsconfig there extends, what says which packages are installed,
 * their manifests, and the file that each of them is imported by.
 */
export function listSettingsFiles(
  root: string,
  { files, modules }: { readonly files: ReadonlyMap<string, unknown>; readonly modules: ReadonlySet<string> },
): readonly string[] {
  const found = new Set<string>();
  const folders = new Set([
    root,
    ...[...files.keys()].filter((path) => !path.includes('/node_modules/')).map(dirname),
  ]);
  for (const at of [...folders].flatMap(listAncestors))
    for (const name of SETTINGS) found.add(join(at, name));
  for (const path of found) for (const base of listBases(path)) found.add(base);
  for (const at of listAncestors(root)) for (const lock of LOCKS) found.add(join(at, lock));
  for (const module of modules) {
    if (!module.startsWith('file:')) continue;
    const path = fileURLToPath(module);
    found.add(path).add(findManifest(path));
  }
  return [...found].map(toPosix).filter((path) => !files.has(path));
}

/**
 * Whether a path may be one of those, by its name: whatever it says may decide of everything. A tsconfig may extend any
 * JSON but a catalog.
 */
export function isSettingsFile(path: string): boolean {
  const isJson = path.endsWith('.json') && !path.includes('/_locales/');
  return path.includes('node_modules/') || isJson || LOCKS.some((lock) => basename(lock) === basename(path));
}

const SETTINGS = ['package.json', 'tsconfig.json', 'jsconfig.json'];

/** The files that a tsconfig extends; none of another file. */
function listBases(path: string): readonly string[] {
  const text = path.endsWith('/package.json') || !path.endsWith('.json') ? null : readIfThere(path);
  const config = text === null ? null : (parseJsonWithComments(text) as { extends?: unknown } | null);
  return [config?.extends ?? []]
    .flat()
    .flatMap((base) => (typeof base === 'string' ? findBase(path, base) : []));
}

function findBase(tsconfig: string, base: string): readonly string[] {
  if (/^(?:\.{0,2}\/|[a-zA-Z]:)/.test(base)) {
    const path = resolve(dirname(tsconfig), base);
    return [path.endsWith('.json') ? path : `${path}.json`];
  }
  const require = createRequire(tsconfig);
  const candidates = [base, `${base}.json`, `${base}/tsconfig.json`];
  const found = candidates.flatMap((candidate) => resolveIfThere(require, candidate));
  return found.filter((path) => path.endsWith('.json')).slice(0, 1);
}

function resolveIfThere(require: NodeJS.Require, name: string): readonly string[] {
  try {
    return [require.resolve(name)];
  } catch {
    // What is missing is told of where an import needs it.
    return [];
  }
}

function readIfThere(path: string): string | null {
  return statIfThere(path)?.isFile() ? readFileSync(path, 'utf8') : null;
}

/** The manifest of the package that a module is part of. */
function findManifest(module: string): string {
  const candidates = listAncestors(dirname(module)).map((folder) => join(folder, 'package.json'));
  return candidates.find((path) => existsSync(path)) ?? (candidates[0] as string);
}
