import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeStoreFolder } from './store-folder.js';
import { STRANGER } from './stranger.js';

/** A folder in which everybody may make files, as in /tmp, and that a group may write, as it may a volume. */
export function makeSharedFolder(kind: 'sticky' | 'group'): string {
  const folder = join(makeStoreFolder(), 'shared');
  chmodSync(join(folder, '..'), 0o755);
  mkdirSync(folder);
  if (kind === 'group') chownSync(folder, 0, STRANGER);
  chmodSync(folder, kind === 'sticky' ? 0o1777 : 0o775);
  return folder;
}
