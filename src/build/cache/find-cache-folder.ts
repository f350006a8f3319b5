import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEFAULT_CONFIG_FILE } from '../../definition/config.js';
import type { Project } from '../project.js';
import { hashText } from './hash-text.js';

/**
 * Where what is known of a project's last build is kept: `node_modules/.cache/procgen` of the nearest package, as tools
 * do, in a folder of the project's and its configuration's own. A project in no package has `.procgen/cache`.
 */
export function findCacheFolder({ root, configFile = DEFAULT_CONFIG_FILE }: Project): string {
  const owner = findPackage(root);
  if (owner === null) return join(root, '.procgen', 'cache', hashText(configFile).slice(0, 16));
  const place = hashText(JSON.stringify([root.slice(owner.length), configFile])).slice(0, 16);
  return join(owner, 'node_modules', '.cache', 'procgen', place);
}

function findPackage(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json'))) return at;
    if (at === dirname(at)) return null;
  }
}
