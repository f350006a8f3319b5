import { posix } from 'node:path';
import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import { findRoutesPath } from '../emit/routes/find-routes-path.js';
import type { Host } from '../host.js';
import type { ProjectConfig } from '../load/project-config.js';
import { makeTable } from '../make-table.js';
import { MOST_ASKED } from './find-natively.js';
import { listEdited } from './list-edited.js';
import type { KnownModules, ModuleLinks } from './list-links.js';

/** What is known of a server as soon as its procedure files have been found. */
export interface AheadGround {
  readonly root: string;
  readonly config: ProjectConfig;
  readonly files: readonly ProcedureFile[];
}

/** What is asked of modules. */
export interface AskedAhead {
  readonly known: KnownModules;
  /** Which of them the bundler has to ask for, relative to the project. */
  readonly asked: ReadonlySet<string>;
}

/**
 * Asks for those modules that are edited, and those that may have been touched since the build read them. Null where the
 * bundler's own rules could make another bundle of them, or those are too many. `before` is what was found of some of them.
 */
export async function askAhead(
  host: Host,
  { root, config }: AheadGround,
  { links, before }: { readonly links: ModuleLinks; readonly before: KnownModules | null },
): Promise<AskedAhead | null> {
  const known = before && { ...before, changed: new Set<string>() };
  const edited = await listEdited(host, { root, config, links, before: known });
  if (!edited || !host.isUntouched) return null;
  const asked = new Set(edited);
  for (const path of Object.keys(links)) {
    if (!host.isUntouched(posix.resolve(root, path))) asked.add(path);
    if (asked.size > MOST_ASKED) return null;
  }
  return { known: { links, edited }, asked };
}

/** The same of the modules that are known to be in the bundle. */
export function askFirst(host: Host, ground: AheadGround): Promise<AskedAhead | null> {
  const { config, files } = ground;
  const paths = [...files.map(({ file }) => file), ...(config.file === null ? [] : [config.file])];
  return askAhead(host, ground, { links: makeTable(paths.map((path) => [path, []])), before: null });
}

/**
 * A folder of procedure files at the depth of the route table's, which may not be there: what is imported from one by leaving
 * it first, is found from the other. Absolute; null when there is none.
 */
export function findStandIn({ root, config, files }: AheadGround): string | null {
  const depth = findRoutesPath(config).split('/').length - 1;
  const deep = files.find(({ file }) => file.split('/').length > depth);
  return deep ? [root, ...deep.file.split('/').slice(0, depth)].join('/') : null;
}
