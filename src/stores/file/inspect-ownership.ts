/**
 * Checks which other users can access a store. The store and the files that procgen creates beside it have to belong to
 * this user and be writable by nobody else. Their folder, and the folder of a link to the store, may also belong to
 * root and be group-writable. No ancestor may be a folder in which all users can rename each other's files.
 */
import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { adviseMode, adviseOwner, adviseUser } from './advise-user.js';
import { type FileSystem, lstatOrNull } from './file-system.js';
import { assertOwned, chooseOwners, createInsecureError, type Owners, printMode } from './owners.js';
import type { FollowedLink, WalkedPath } from './walk-path.js';

export interface Ownership {
  readonly owners: Owners;
  /** Warnings for the operator, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Checks the store that `walked` leads to, everything beside it and its path. Rejects with an INSECURE `StoreError` if
 * no process may use the store. Changes nothing and connects to nothing.
 */
export async function inspectOwnership(disk: FileSystem, walked: WalkedPath): Promise<Ownership> {
  const { path, folders, links, parents } = walked;
  // A file that is not regular is rejected when it is opened.
  const stats = walked.stats?.isFile() ? walked.stats : null;
  const owners = chooseOwners(stats, folders.get(dirname(path)));
  if (owners !== null) {
    for (const [folder, own] of folders) assertFolder(owners, folder, own, parents.has(folder));
    for (const link of links) assertLink(owners, link);
    if (stats !== null) assertOwned(owners, path, stats);
    if (parents.has(dirname(path))) await assertSidecarFiles(disk, owners, path);
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
    throw createInsecureError(
      `${named} lets every user of this machine replace what is in it: ${adviseMode(path, uid)}, or keep the store elsewhere.`,
    );
  if (!isOurs && (isParent || isPublic))
    throw createInsecureError(
      `${named} lets that user replace the store in it: ${isParent ? `${adviseFolder(owners, path, uid)}, or ` : ''}keep the store elsewhere.`,
    );
}

/** Root could take over a service's folder by creating a store in it, so the service has to create it. */
function adviseFolder([user, owner]: readonly number[], path: string, uid: number): string {
  return user === 0 && owner === undefined ? adviseUser(uid) : adviseOwner(owner ?? user, path, uid);
}

/**
 * Like Linux for /tmp (fs.protected_symlinks), but on every system: a link must belong to root, this user or the owner
 * of its folder. It is not enough that the store belongs to the owner of the link, who may link to their own store.
 */
function assertLink([user]: readonly number[], { path, stats, folder }: FollowedLink): void {
  if (stats.uid === 0 || stats.uid === user || stats.uid === folder.uid) return;
  throw createInsecureError(
    `The symbolic link ${path} belongs to user ${stats.uid} (mode ${printMode(stats.mode)}), who decides where it leads: use the path of the store itself, or remove the link.`,
  );
}

/** The suffixes of the names that procgen creates beside a store `STORE`, after `STORE.`. */
const SIDECAR_SUFFIX =
  /^(?:owner|audit(?:\.\d+)?\.jsonl|usage\.json|v\d+\.backup(?:-\d+)?|[0-9a-f]{16}\.tmp)$/;

async function assertSidecarFiles(disk: FileSystem, owners: readonly number[], store: string): Promise<void> {
  const prefix = `${basename(store)}.`;
  for (const name of await disk.readdir(dirname(store))) {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    const path = join(dirname(store), name);
    const stats = SIDECAR_SUFFIX.test(rest) ? await lstatOrNull(disk, path) : null;
    if (stats === null) continue;
    const isFolder = rest === 'owner';
    if (!(isFolder ? stats.isDirectory() : stats.isFile()))
      throw createInsecureError(
        `${path} of user ${stats.uid} (mode ${printMode(stats.mode)}) is not a ${isFolder ? 'folder' : 'regular file'}: remove it.`,
      );
    // A file of root that has not been given away yet is harmless, but this process has to write to these two.
    assertOwned(isFolder || rest === 'audit.jsonl' ? owners : [0, ...owners], path, stats);
    if (isFolder) await assertOwnerFolder(disk, [0, ...owners], path);
  }
}

async function assertOwnerFolder(disk: FileSystem, owners: readonly number[], path: string): Promise<void> {
  for (const name of await disk.readdir(path)) {
    const entry = join(path, name);
    const stats = await lstatOrNull(disk, entry);
    // A socket gets its mode before its final name, so only named sockets are checked.
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
    yield `${path} has ${stats.nlink} hard links. A change replaces the file, and the other links keep the old one.`;
  if (owners === null) return;
  if (stats !== null && (stats.mode & 0o077) !== 0)
    yield `${path} can be read by other users of this machine (mode ${printMode(stats.mode)}). Its mode should be 600.`;
  // Root uses the store of its owner, who may be anybody in a folder in which all users can create folders.
  const [user, storeOwner] = owners;
  const known = new Set([0, user, storeOwner]);
  let isOwnerWarned = false;
  for (const [folder, { uid, gid, mode }] of folders) {
    if (parents.has(folder) && (mode & 0o1020) === 0o020)
      yield `The folder ${folder} can be written by group ${gid} (mode ${printMode(mode)}), whose members can replace the store in it.`;
    if (!known.has(uid))
      yield `The folder ${folder} belongs to user ${uid}, who can replace everything below it.`;
    known.add(uid);
    const isInPublic = ((folders.get(dirname(folder))?.mode ?? 0) & 0o002) !== 0;
    if (uid !== storeOwner || isOwnerWarned || !isInPublic) continue;
    isOwnerWarned = true;
    yield `The folder ${folder} is where every user can create folders, and the store in it belongs to user ${storeOwner}: make sure that it is the store you mean.`;
  }
}
