/** Advice for someone who uses a store as the wrong user. Only root can change the owner of files. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import * as system from 'node:process';

/** How to run procgen as the given user. */
export function adviseUser(uid: number): string {
  const name = findUserName(uid);
  if (name === null) return `run procgen as user ${uid}`;
  const command = system.platform === 'linux' ? `runuser -u ${name} --` : `sudo -u ${name}`;
  return `run procgen as user ${uid} (${isRoot() ? `"${command} procgen …"` : name})`;
}

/** How to make `owner` the owner of `path`, which belongs to user `uid`, or how to run procgen as that user. */
export function adviseOwner(owner: number | undefined, path: string, uid: number): string {
  const chown = adviseCommand(`chown ${owner} ${path}`, 0);
  // Root works on the store of a service, and `path` does not belong to the service either.
  const isOfService = isRoot() && owner !== 0;
  return uid === 0 || isOfService ? chown : `${adviseUser(uid)}, or ${chown}`;
}

/** How to stop other users from writing to `path`, which belongs to user `uid`. */
export function adviseMode(path: string, uid: number): string {
  return adviseCommand(`chmod go-w ${path}`, uid);
}

/** Who owns `folder`, or its nearest existing ancestor, and how this process can get write access; null on Windows. */
export function adviseAccess(folder: string): string | null {
  const user = system.geteuid?.();
  if (user === undefined) return null;
  // Also false below a folder that this user may not search.
  if (!existsSync(folder)) return adviseAccess(dirname(folder));
  const { uid } = statSync(folder);
  if (uid === user) return `It belongs to this user: check its mode ("ls -ld ${folder}").`;
  const askRoot = `ask root to give user ${user} access.`;
  return `The folder ${folder} belongs to user ${uid}: ${uid === 0 ? '' : `${adviseUser(uid)}, or `}${askRoot}`;
}

/** A command to be run by user `uid` or root. */
function adviseCommand(command: string, uid: number): string {
  if (isRoot() || system.geteuid?.() === uid) return `run "${command}"`;
  return `have ${uid === 0 ? 'root' : `user ${uid} or root`} run "${command}"`;
}

function isRoot(): boolean {
  return system.geteuid?.() === 0;
}

/** The user's name in /etc/passwd; null if it is not there, as in many containers. */
function findUserName(uid: number): string | null {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
    const names = lines.map((line) => line.split(':')).filter(([, , id]) => id === String(uid));
    return names[0]?.[0] ?? null;
  } catch {
    return null;
  }
}
