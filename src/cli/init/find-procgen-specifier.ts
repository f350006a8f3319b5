import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { PackageCopy } from '../procgen-package.js';

/**
 * How package.json of `project` names `copy`, the running procgen: `^0.1.0` for a registry's release,
 * `file:../procgen-0.1.0.tgz`, `file:../procgen` for a checkout, or the URL or commit it was installed from. npm records
 * the source in `node_modules/.package-lock.json`
 * (https://docs.npmjs.com/cli/configuring-npm/package-lock-json#hidden-lockfiles). Without a record, as in global
 * installs, it is the registry's release. Null when the archive it was installed from no longer exists.
 */
export async function findProcgenSpecifier(copy: PackageCopy, project: string): Promise<string | null> {
  const modules = dirname(copy.folder);
  if (basename(modules) !== 'node_modules') return printFile(project, copy.folder);
  const resolved = await readResolved(modules);
  if (resolved.startsWith('file:')) {
    const archive = resolve(dirname(modules), resolved.slice('file:'.length));
    return existsSync(archive) ? printFile(project, archive) : null;
  }
  return resolved === '' || isFromRegistry(resolved) ? `^${copy.version}` : resolved;
}

/**
 * The `resolved` URL that npm recorded; empty without a record, and where npm omits registry URLs
 * (`omit-lockfile-registry-resolved`).
 */
async function readResolved(modules: string): Promise<string> {
  try {
    const { packages } = JSON.parse(await readFile(join(modules, '.package-lock.json'), 'utf8'));
    const resolved: unknown = packages['node_modules/procgen']?.resolved;
    return typeof resolved === 'string' ? resolved : '';
  } catch {
    return '';
  }
}

/** Registries serve archives under `<name>/-/`; any other URL was given to npm explicitly. */
function isFromRegistry(url: string): boolean {
  return /^https?:\/\/.*\/procgen\/-\/[^/]+\.tgz$/.test(url);
}

function printFile(project: string, target: string): string {
  return `file:${relative(project, target).replaceAll('\\', '/')}`;
}
