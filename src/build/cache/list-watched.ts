import { basename } from 'node:path';
import { absolute } from '../../compiler/relative-path.js';
import type { WatchedPaths } from '../watch/watch-files.js';
import type { BuildInputs } from './build-record.js';

/** What decides of the build after one that was made of these inputs. */
export function listWatched(root: string, { files, folders }: BuildInputs): WatchedPaths {
  const whole = (paths: object) => Object.keys(paths).map((path) => absolute(root, path));
  return { files: whole(files).filter((path) => isWatched(root, path)), folders: whole(folders) };
}

const SETTINGS = /^(?:package|[tj]sconfig|npm-shrinkwrap|package-lock)\.json$|\.lock$|-lock\.yaml$/;

/** Around the project only sources are watched: the folders above it belong to others, and change all the time. */
function isWatched(root: string, path: string): boolean {
  if (path.includes('/node_modules/')) return false;
  return path.startsWith(`${root}/`) || !SETTINGS.test(basename(path));
}
