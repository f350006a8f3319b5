import { realpathSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PackageCopy } from '../procgen-package.js';

/**
 * Every copy of a package that a project's modules or installed packages can resolve: in each `node_modules` from `root`
 * up and in nested ones, including pnpm's store. The nearest to `root` comes first.
 */
export async function findCopies(name: string, root: string): Promise<readonly PackageCopy[]> {
  const found = new Map<string, PackageCopy>();
  for (let at = root; ; at = dirname(at)) {
    await searchModules(join(at, 'node_modules'), name, found);
    if (at === dirname(at)) return [...found.values()];
  }
}

async function searchModules(modules: string, name: string, found: Map<string, PackageCopy>): Promise<void> {
  await addCopy(join(modules, name), found);
  for (const folder of await listPackages(modules))
    await searchModules(join(folder, 'node_modules'), name, found);
  for (const entry of await listFolders(join(modules, '.pnpm'))) {
    await searchModules(join(modules, '.pnpm', entry, 'node_modules'), name, found);
  }
}

/** The packages of a `node_modules`, except links, whose dependencies are elsewhere. */
async function listPackages(modules: string): Promise<readonly string[]> {
  const packages: string[] = [];
  for (const entry of await listFolders(modules)) {
    const folder = join(modules, entry);
    if (entry.startsWith('@'))
      packages.push(...(await listFolders(folder)).map((inner) => join(folder, inner)));
    else if (!entry.startsWith('.')) packages.push(folder);
  }
  return packages;
}

async function listFolders(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function addCopy(folder: string, found: Map<string, PackageCopy>): Promise<void> {
  const version = await readVersion(folder);
  if (version === null) return;
  const real = realpathSync(folder);
  if (!found.has(real)) found.set(real, { folder: real, version });
}

/** The version of the package in a folder; null when there is none. */
async function readVersion(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const { version } = JSON.parse(text) as { version?: unknown };
  return typeof version === 'string' ? version : null;
}
