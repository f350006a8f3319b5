/**
 * Who else can get at a store. Its file and all that procgen makes beside it have to be ours and writable by nobody
 * else. The folder that they stand in, and that of a link to it, may be root's too, and its group may write to it. No
 * folder above may be one in which everybody can rename what others made.
 */
import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { adviseMode, adviseOwner, adviseUser } from './advise-user.js';
import { type FileSystem, lstatOrNull } from './file-system.js';
import { chooseOwners, findOwnershipFault, type Owners, printMode } from './owners.js';
import type { FollowedLink, WalkedPath } from './walk-path.js';

export interface Ownership {
  readonly owners: Owners;
  /** Why no process may work on the store, one sentence each. */
  readonly faults: readonly string[];
  /** What an operator should know, one sentence each. */
  readonly warnings: readonly string[];
}

/** Looks at the store that `walked` leads to, all that stands beside it and the way there. Changes nothing and connects to nothing. */
export async function inspectOwnership(disk: FileSystem, walked: WalkedPath): Promise<Ownership> {
  const { path, folders, links, parents } = walked;
  // What is no regular file is refused by who opens it.
  const stats = walked.stats?.isFile() ? walked.stats : null;
  const owners = chooseOwners(stats, folders.get(dirname(path)));
  if (owners === null) return { owners, faults: [], warnings: warnOfNames(path, stats) };
  const trusted = [0, ...owners];
  const faults = [
    ...[...folders].map(([folder, stats]) => findFolderFault(owners, folder, stats, parents.has(folder))),
    ...links.map((link) => findLinkFault([0, owners[0]], link)),
    stats === null ? null : findOwnershipFault(owners, path, stats),
    ...(parents.has(dirname(path)) ? await findFaultsBeside(disk, owners, path) : []),
  ].filter((fault) => fault !== null);
  const warnings = [
    ...warnOfReaders(path, stats),
    ...warnOfNames(path, stats),
    ...warnOfGroups(folders, parents),
    ...warnOfStrangers(trusted, folders),
    ...warnOfGuests(owners, folders),
  ];
  return { owners, faults, warnings };
}

function findFolderFault(
  owners: readonly number[],
  path: string,
  { uid, mode }: Stats,
  isParent: boolean,
): string | null {
  const isOurs = uid === 0 || owners.includes(uid);
  const isPublic = (mode & 0o002) !== 0;
  const named = `The folder ${path} of user ${uid} (mode ${printMode(mode)})`;
  if (isPublic && (mode & 0o1000) === 0)
    return `${named} lets every user of this machine replace what is in it: ${adviseMode(path, uid)}, or keep the store elsewhere.`;
  if (!isOurs && (isParent || isPublic))
    return `${named} lets that user replace the store in it: ${isParent ? `${adviseFolder(owners, path, uid)}, or ` : ''}keep the store elsewhere.`;
  return null;
}

/** Root could take a service's folder away from it: a new store in there is to be made by the service. */
function adviseFolder([user, owner]: readonly number[], path: string, uid: number): string {
  return user === 0 && owner === undefined ? adviseUser(uid) : adviseOwner(owner ?? user, path, uid);
}

/**
 * As Linux does for /tmp (fs.protected_symlinks), and everywhere: a link is root's, this user's or that of the folder's
 * owner. That the store belongs to who made the link proves nothing: they lead to their own.
 */
function findLinkFault(trusted: readonly unknown[], { path, stats, folder }: FollowedLink): string | null {
  if (trusted.includes(stats.uid) || stats.uid === folder.uid) return null;
  return `The symbolic link ${path} belongs to user ${stats.uid} (mode ${printMode(stats.mode)}), who decides where it leads: name the store by its own path, or remove the link.`;
}

/** What procgen makes beside a store `STORE`: the rest of the name after `STORE.`. */
const BESIDE = /^(?:audit(?:\.\d+)?\.jsonl|v\d+\.backup(?:-\d+)?|[0-9a-f]{16}\.tmp)$/;

async function findFaultsBeside(
  disk: FileSystem,
  owners: readonly number[],
  store: string,
): Promise<(string | null)[]> {
  const prefix = `${basename(store)}.`;
  const faults: (string | null)[] = [];
  for (const name of await disk.readdir(dirname(store))) {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    const path = join(dirname(store), name);
    if (rest === 'owner') faults.push(...(await findOwnerFolderFaults(disk, owners, path)));
    else if (BESIDE.test(rest)) {
      const stats = await lstatOrNull(disk, path);
      // What root made and has not given away yet is harmless; to the current audit log this process has to write.
      const allowed = rest === 'audit.jsonl' ? owners : [0, ...owners];
      if (stats !== null)
        faults.push(findFault(allowed, path, stats, stats.isFile() ? null : 'regular file'));
    }
  }
  return faults;
}

async function findOwnerFolderFaults(
  disk: FileSystem,
  owners: readonly number[],
  path: string,
): Promise<(string | null)[]> {
  const folder = await lstatOrNull(disk, path);
  if (folder === null) return [];
  const fault = findFault(owners, path, folder, folder.isDirectory() ? null : 'folder');
  if (fault !== null) return [fault];
  const faults: (string | null)[] = [];
  for (const name of await disk.readdir(path)) {
    const entry = join(path, name);
    const stats = await lstatOrNull(disk, entry);
    const trusted = [0, ...owners];
    // A socket that is being made has its mode only when it gets its name.
    if (stats !== null && (name.endsWith('.sock') || !trusted.includes(stats.uid)))
      faults.push(findOwnershipFault(trusted, entry, stats));
  }
  return faults;
}

function findFault(
  owners: readonly number[],
  path: string,
  stats: Stats,
  missingKind: string | null,
): string | null {
  if (missingKind === null) return findOwnershipFault(owners, path, stats);
  return `${path} of user ${stats.uid} (mode ${printMode(stats.mode)}) is not a ${missingKind}: remove it.`;
}

function warnOfReaders(path: string, stats: Stats | null): string[] {
  if (stats === null || (stats.mode & 0o077) === 0) return [];
  return [
    `${path} can be read by other users of this machine (mode ${printMode(stats.mode)}). Its mode should be 600.`,
  ];
}

function warnOfNames(path: string, stats: Stats | null): string[] {
  if (stats === null || stats.nlink <= 1) return [];
  return [
    `${path} has ${stats.nlink} names (hard links). A change replaces the file: only this one goes with it.`,
  ];
}

function warnOfGroups(folders: WalkedPath['folders'], parents: WalkedPath['parents']): string[] {
  return [...folders]
    .filter(([path, { mode }]) => parents.has(path) && (mode & 0o1020) === 0o020)
    .map(
      ([path, { mode, gid }]) =>
        `The folder ${path} can be written by group ${gid} (mode ${printMode(mode)}), whose members can replace the store in it.`,
    );
}

/** One for each user, of the topmost folder. */
function warnOfStrangers(trusted: readonly number[], folders: WalkedPath['folders']): string[] {
  const first = new Map<number, string>();
  for (const [path, { uid }] of folders) if (!trusted.includes(uid) && !first.has(uid)) first.set(uid, path);
  return [...first].map(
    ([uid, path]) => `The folder ${path} belongs to user ${uid}, who can replace all that is below it.`,
  );
}

/** Root works on the store of the user whom it belongs to, who may be anybody where everybody can make folders. */
function warnOfGuests(owners: readonly number[], folders: WalkedPath['folders']): string[] {
  const [, guest] = owners;
  const made = [...folders].find(([path, { uid }]) => {
    const above = folders.get(dirname(path));
    return uid === guest && above !== undefined && (above.mode & 0o002) !== 0;
  });
  if (made === undefined) return [];
  return [
    `The folder ${made[0]} stands where every user can make folders, and the store in it belongs to user ${guest}: make sure that it is the one that is meant.`,
  ];
}
