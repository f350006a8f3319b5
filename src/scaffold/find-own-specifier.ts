import { access, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';

export interface OwnCopy {
  /** The folder of the running procgen, absolute, links resolved. */
  readonly folder: string;
  readonly version: string;
}

/**
 * How package.json of `project` names the very procgen that runs: `^0.1.0` from a registry, `file:../procgen-0.1.0.tgz`,
 * `file:../procgen` for a checkout, or the URL or commit it came from. npm notes it in `node_modules/.package-lock.json`
 * (https://docs.npmjs.com/cli/configuring-npm/package-lock-json#hidden-lockfiles); where it does not, as for global
 * installs, the registry's release is the best guess. Null when it came from an archive that is gone.
 */
export async function findOwnSpecifier(own: OwnCopy, project: string): Promise<string | null> {
  const modules = dirname(own.folder);
  if (basename(modules) !== 'node_modules') return printFile(project, own.folder);
  const resolved = await readResolved(modules);
  if (resolved.startsWith('file:')) {
    const archive = resolve(dirname(modules), resolved.slice('file:'.length));
    return (await isThere(archive)) ? printFile(project, archive) : null;
  }
  return resolved === '' || isOfRegistry(resolved) ? `^${own.version}` : resolved;
}

/** What npm noted of the copy in that `node_modules`; empty when it noted nothing, and where it was told to name no registry. */
async function readResolved(modules: string): Promise<string> {
  try {
    const { packages } = JSON.parse(await readFile(join(modules, '.package-lock.json'), 'utf8'));
    const resolved: unknown = packages['node_modules/procgen']?.resolved;
    return typeof resolved === 'string' ? resolved : '';
  } catch {
    return '';
  }
}

/** Registries keep archives under `<name>/-/`; any other URL is one that somebody named. */
function isOfRegistry(url: string): boolean {
  return /^https?:\/\/.*\/procgen\/-\/[^/]+\.tgz$/.test(url);
}

function printFile(project: string, target: string): string {
  return `file:${relative(project, target).replaceAll('\\', '/')}`;
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
