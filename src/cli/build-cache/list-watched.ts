import { basename } from 'node:path';
import type { WatchedPaths } from '../watch/watch-files.js';
import type { BuildOrigin } from './build-record.js';
import { fromRoot } from './find-changes.js';
import { listSurroundings } from './list-surroundings.js';
import type { Reads } from './record-reads.js';

/** What decides of the build after one that took in `reads`. */
export function listWatched(root: string, reads: Reads): WatchedPaths {
  const files = [...reads.files.keys(), ...listSurroundings(root, reads)];
  return { files: files.filter((path) => isWatched(root, path)), folders: [...reads.folders.keys()] };
}

/** What decides of the build after one that is remembered. */
export function listWatchedOf(root: string, { files, folders }: BuildOrigin): WatchedPaths {
  const whole = (paths: object) => Object.keys(paths).map((path) => fromRoot(root, path));
  return { files: whole(files).filter((path) => isWatched(root, path)), folders: whole(folders) };
}

const SETTINGS = /^(?:package|[tj]sconfig|npm-shrinkwrap)\.json$|lock/;

/** Around the project only sources are watched: the folders above it belong to others, and change all the time. */
function isWatched(root: string, path: string): boolean {
  if (path.includes('/node_modules/')) return false;
  return path.startsWith(`${root}/`) || !SETTINGS.test(basename(path));
}
