import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseJsonWithComments } from '../../compiler/parse/parse-json-with-comments.js';
import { listAncestors, toPosix } from '../../compiler/relative-path.js';
import { statIfExists } from '../stat-if-exists.js';

const LOCK_FILES = [
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
 * Lists the files, existing or not, that a build depends on but does not read itself: those that esbuild looks up
 * around each source, the bases of a tsconfig, those that show which packages are installed, and the manifest and the
 * imported file of each package.
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
  for (const at of listAncestors(root)) for (const lock of LOCK_FILES) found.add(join(at, lock));
  for (const module of modules) {
    if (!module.startsWith('file:')) continue;
    const path = fileURLToPath(module);
    found.add(path).add(findManifest(path));
  }
  return [...found].map(toPosix).filter((path) => !files.has(path));
}

/**
 * Whether a path has the name of a settings file, which may affect everything. A tsconfig may extend any JSON file but
 * a catalog.
 */
export function isSettingsFile(path: string): boolean {
  const isJson = path.endsWith('.json') && !path.includes('/_locales/');
  return (
    path.includes('node_modules/') || isJson || LOCK_FILES.some((lock) => basename(lock) === basename(path))
  );
}

const SETTINGS = ['package.json', 'tsconfig.json', 'jsconfig.json'];

/** Lists the files that a tsconfig extends; empty for any other file. */
function listBases(path: string): readonly string[] {
  const text = path.endsWith('/package.json') || !path.endsWith('.json') ? null : readIfExists(path);
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
  const found = candidates.flatMap((candidate) => resolveIfExists(require, candidate));
  return found.filter((path) => path.endsWith('.json')).slice(0, 1);
}

function resolveIfExists(require: NodeJS.Require, name: string): readonly string[] {
  try {
    return [require.resolve(name)];
  } catch {
    // A missing one is reported where an import needs it.
    return [];
  }
}

function readIfExists(path: string): string | null {
  return statIfExists(path)?.isFile() ? readFileSync(path, 'utf8') : null;
}

/** Returns the manifest of the package that contains a module. */
function findManifest(module: string): string {
  const candidates = listAncestors(dirname(module)).map((folder) => join(folder, 'package.json'));
  return candidates.find((path) => existsSync(path)) ?? (candidates[0] as string);
}
