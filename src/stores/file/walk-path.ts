import type { Stats } from 'node:fs';
import { isAbsolute, join, parse } from 'node:path';
import { type FileSystem, lstatOrNull } from './file-system.js';

/** Where a path leads, and what decides that. */
export interface WalkedPath {
  /** The path without symbolic links, even if it does not exist yet. */
  readonly path: string;
  /** What stands there; null when nothing does. */
  readonly stats: Stats | null;
  /** Every folder on the way that is there, the root first, by its path without links. */
  readonly folders: ReadonlyMap<string, Stats>;
  readonly links: readonly FollowedLink[];
  /** The folders, of `folders`, in which the file or a link to it stands. */
  readonly parents: ReadonlySet<string>;
}

export interface FollowedLink {
  readonly path: string;
  readonly stats: Stats;
  /** The folder that it stands in. */
  readonly folder: Stats;
}

/** Linux follows as many. */
const MAX_LINKS = 40;

/** Walks the absolute path from the root on, link by link, as the system does. Rejects with the system's errors. */
export async function walkPath(disk: FileSystem, path: string): Promise<WalkedPath> {
  const folders = new Map<string, Stats>();
  const links: FollowedLink[] = [];
  const parents = new Set<string>();
  let names: readonly string[] = listNames(path);
  let folder = parse(path).root;
  for (;;) {
    const inside = folders.get(folder) ?? (await disk.lstat(folder));
    folders.set(folder, inside);
    const [name, ...rest] = names;
    if (name === undefined) return { path: folder, stats: inside, folders, links, parents };
    if (rest.length === 0) parents.add(folder);
    const here = join(folder, name);
    const stats = await lstatOrNull(disk, here);
    if (stats?.isSymbolicLink()) {
      if (links.length === MAX_LINKS) throw refuseLoop(path);
      links.push({ path: here, stats, folder: inside });
      const target = await disk.readlink(here);
      if (isAbsolute(target)) folder = parse(target).root;
      names = [...listNames(target), ...rest];
    } else if (stats === null || rest.length === 0)
      return { path: join(here, ...rest), stats, folders, links, parents };
    else {
      folder = here;
      names = rest;
    }
  }
}

function listNames(path: string): string[] {
  const { root } = parse(path);
  return path
    .slice(root.length)
    .split(root.includes('\\') ? /[\\/]/ : '/')
    .filter((name) => name !== '' && name !== '.');
}

function refuseLoop(path: string): Error {
  return Object.assign(new Error(`ELOOP: too many symbolic links encountered, lstat '${path}'`), {
    code: 'ELOOP',
  });
}
