import { posix } from 'node:path';
import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import { findRoutesPath } from '../emit/routes/find-routes-path.js';
import type { Host } from '../host.js';
import type { ProjectConfig } from '../load/project-config.js';
import { makeTable } from '../make-table.js';
import { MOST_ASKED } from './find-natively.js';
import { listEdited } from './list-edited.js';
import type { ModuleLinks } from './list-links.js';

/** What is known of a server as soon as its procedure files have been found. */
export interface AheadGround {
  readonly root: string;
  readonly config: ProjectConfig;
  readonly files: readonly ProcedureFile[];
}

/**
 * Which of these modules the bundler has to ask for, relative to the project: those that are edited, and those that may have
 * been touched since the build read them. Null where its own rules could make another bundle of them, or those are too many.
 */
export async function askAhead(
  host: Host,
  { root, config }: AheadGround,
  links: ModuleLinks,
): Promise<ReadonlySet<string> | null> {
  const edited = await listEdited(host, { root, config, links, before: null });
  if (!edited || !host.isUntouched) return null;
  const asked = new Set(edited);
  for (const path of Object.keys(links)) {
    if (!host.isUntouched(posix.resolve(root, path))) asked.add(path);
    if (asked.size > MOST_ASKED) return null;
  }
  return asked;
}

/** The modules that are known to be in the bundle. */
export function listAhead({ config, files }: AheadGround): ModuleLinks {
  const paths = files.map(({ file }) => file);
  return makeTable([...paths, ...(config.file === null ? [] : [config.file])].map((path) => [path, []]));
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
