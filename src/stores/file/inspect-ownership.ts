/**
 * Who else can get at a store. Its file and all that procgen makes beside it have to be ours and writable by nobody
 * else. The folder that they stand in, and that of a link to it, may be root's too, and its group may write to it. No
 * folder above may be one in which everybody can rename what others made.
 */
import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { adviseMode, adviseOwner, adviseUser } from './advise-user.js';
import { type FileSystem, lstatOrNull } from './file-system.js';
import { assertOwned, chooseOwners, type Owners, printMode, refuse } from './owners.js';
import type { FollowedLink, WalkedPath } from './walk-path.js';

export interface Ownership {
  readonly owners: Owners;
  /** What an operator should know, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Looks at the store that `walked` leads to, all that stands beside it and the way there. Rejects with an INSECURE
 * `StoreError` where no process may work on the store. Changes nothing and connects to nothing.
 */
export async function inspectOwnership(disk: FileSystem, walked: WalkedPath): Promise<Ownership> {
  const { path, folders, links, parents } = walked;
  // What is no regular file is refused by who opens it.
  const stats = walked.stats?.isFile() ? walked.stats : null;
  const owners = chooseOwners(stats, folders.get(dirname(path)));
  if (owners !== null) {
    for (const [folder, own] of folders) assertFolder(owners, folder, own, parents.has(folder));
    for (const link of links) assertLink(owners, link);
    if (stats !== null) assertOwned(owners, path, stats);
    if (parents.has(dirname(path))) await assertBeside(disk, owners, path);
  }
  return { owners, warnings: [...listWarnings(owners, walked, stats)] };
}

function assertFolder(
  owners: readonly number[],
  path: string,
  { uid, mode }: Stats,
  isParent: boolean,
): void {
  const isOurs = uid === 0 || owners.includes(uid);
  const isPublic = (mode & 0o002) !== 0;
  const named = `The folder ${path} of user ${uid} (mode ${printMode(mode)})`;
  if (isPublic && (mode & 0o1000) === 0)
    throw refuse(
      `${named} lets every user of this machine replace what is in it: ${adviseMode(path, uid)}, or keep the store elsewhere.`,
    );
  if (!isOurs && (isParent || isPublic))
    throw refuse(
      `${named} lets that user replace the store in it: ${isParent ? `${adviseFolder(owners, path, uid)}, or ` : ''}keep the store elsewhere.`,
    );
}

/** Root could take a service's folder away from it: a new store in there is to be made by the service. */
function adviseFolder([user, owner]: readonly number[], path: string, uid: number): string {
  return user === 0 && owner === undefined ? adviseUser(uid) : adviseOwner(owner ?? user, path, uid);
}

/**
 * As Linux does for /tmp (fs.protected_symlinks), and everywhere: a link is root's, this user's or that of the folder's
 * owner. That the store belongs to who made the link proves nothing: they lead to their own.
 */
function assertLink([user]: readonly number[], { path, stats, folder }: FollowedLink): void {
  if (stats.uid === 0 || stats.uid === user || stats.uid === folder.uid) return;
  throw refuse(
    `The symbolic link ${path} belongs to user ${stats.uid} (mode ${printMode(stats.mode)}), who decides where it leads: name the store by its own path, or remove the link.`,
  );
}

/** What procgen makes beside a store `STORE`: the rest of the name after `STORE.`. */
const BESIDE = /^(?:owner|audit(?:\.\d+)?\.jsonl|usage\.json|v\d+\.backup(?:-\d+)?|[0-9a-f]{16}\.tmp)$/;

async function assertBeside(disk: FileSystem, owners: readonly number[], store: string): Promise<void> {
  const prefix = `${basename(store)}.`;
  for (const name of await disk.readdir(dirname(store))) {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    const path = join(dirname(store), name);
    const stats = BESIDE.test(rest) ? await lstatOrNull(disk, path) : null;
    if (stats === null) continue;
    const isFolder = rest === 'owner';
    if (!(isFolder ? stats.isDirectory() : stats.isFile()))
      throw refuse(
        `${path} of user ${stats.uid} (mode ${printMode(stats.mode)}) is not a ${isFolder ? 'folder' : 'regular file'}: remove it.`,
      );
    // What root made and has not given away yet is harmless; to these two this process has to write.
    assertOwned(isFolder || rest === 'audit.jsonl' ? owners : [0, ...owners], path, stats);
    if (isFolder) await assertOwnerFolder(disk, [0, ...owners], path);
  }
}

async function assertOwnerFolder(disk: FileSystem, owners: readonly number[], path: string): Promise<void> {
  for (const name of await disk.readdir(path)) {
    const entry = join(path, name);
    const stats = await lstatOrNull(disk, entry);
    // A socket that is being made has its mode only when it gets its name.
    if (stats !== null && (name.endsWith('.sock') || !owners.includes(stats.uid)))
      assertOwned(owners, entry, stats);
  }
}

function* listWarnings(
  owners: Owners,
  { path, folders, parents }: WalkedPath,
  stats: Stats | null,
): Generator<string> {
  if (stats !== null && stats.nlink > 1)
    yield `${path} has ${stats.nlink} names (hard links). A change replaces the file: only this one goes with it.`;
  if (owners === null) return;
  if (stats !== null && (stats.mode & 0o077) !== 0)
    yield `${path} can be read by other users of this machine (mode ${printMode(stats.mode)}). Its mode should be 600.`;
  // Root works on the store of the user whom it belongs to, who may be anybody where everybody can make folders.
  const [user, guest] = owners;
  const known = new Set([0, user, guest]);
  let isGuestKnown = false;
  for (const [folder, { uid, gid, mode }] of folders) {
    if (parents.has(folder) && (mode & 0o1020) === 0o020)
      yield `The folder ${folder} can be written by group ${gid} (mode ${printMode(mode)}), whose members can replace the store in it.`;
    if (!known.has(uid))
      yield `The folder ${folder} belongs to user ${uid}, who can replace all that is below it.`;
    known.add(uid);
    const isInPublic = ((folders.get(dirname(folder))?.mode ?? 0) & 0o002) !== 0;
    if (uid !== guest || isGuestKnown || !isInPublic) continue;
    isGuestKnown = true;
    yield `The folder ${folder} stands where every user can make folders, and the store in it belongs to user ${guest}: make sure that it is the one that is meant.`;
  }
}
