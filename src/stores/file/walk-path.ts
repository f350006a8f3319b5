import type { Stats } from 'node:fs';
import { isAbsolute, join, parse } from 'node:path';
import { type FileSystem, lstatOrNull } from './file-system.js';

/** The target of a path, and everything that determines it. */
export interface WalkedPath {
  /** The path without symbolic links, even if it does not exist yet. */
  readonly path: string;
  /** The stats of the target; null if it does not exist. */
  readonly stats: Stats | null;
  /** Every existing folder on the way, by its path without links, beginning with the root. */
  readonly folders: ReadonlyMap<string, Stats>;
  readonly links: readonly FollowedLink[];
  /** The folders, among `folders`, that contain the file or a link to it. */
  readonly parents: ReadonlySet<string>;
}

export interface FollowedLink {
  readonly path: string;
  readonly stats: Stats;
  /** The folder that contains the link. */
  readonly folder: Stats;
}

/** The limit of Linux. */
const MAX_LINKS = 40;

/** Walks the absolute path from the root, following links like the system does. Rejects with system errors. */
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
      if (links.length === MAX_LINKS) throw createLoopError(path);
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

function createLoopError(path: string): Error {
  return Object.assign(new Error(`ELOOP: too many symbolic links encountered, lstat '${path}'`), {
    code: 'ELOOP',
  });
}
