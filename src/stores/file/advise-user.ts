/** What somebody can do who came to a store as the wrong user. Only root can give files away. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import * as system from 'node:process';

/** How to run procgen as that user. */
export function adviseUser(uid: number): string {
  const name = findUserName(uid);
  if (name === null) return `run procgen as user ${uid}`;
  const command = system.platform === 'linux' ? `runuser -u ${name} --` : `sudo -u ${name}`;
  return `run procgen as user ${uid} (${isRoot() ? `"${command} procgen …"` : name})`;
}

/** How `path` of user `uid` becomes that of `owner`, or procgen's user the one that it belongs to. */
export function adviseOwner(owner: number | undefined, path: string, uid: number): string {
  const chown = adviseCommand(`chown ${owner} ${path}`, 0);
  // Root works on the store of a service, to whom what is in the way belongs as little.
  const isOfService = isRoot() && owner !== 0;
  return uid === 0 || isOfService ? chown : `${adviseUser(uid)}, or ${chown}`;
}

/** How to keep other users from writing to `path` of user `uid`. */
export function adviseMode(path: string, uid: number): string {
  return adviseCommand(`chmod go-w ${path}`, uid);
}

/** Whose `folder` is, or the nearest above it that is there, and how this process comes to write to it; null on Windows. */
export function adviseAccess(folder: string): string | null {
  const user = system.geteuid?.();
  if (user === undefined) return null;
  // Also false below a folder that may not be searched.
  if (!existsSync(folder)) return adviseAccess(dirname(folder));
  const { uid } = statSync(folder);
  if (uid === user) return `It is this user's own: look at its mode ("ls -ld ${folder}").`;
  const askRoot = `ask root to give user ${user} access.`;
  return `The folder ${folder} belongs to user ${uid}: ${uid === 0 ? '' : `${adviseUser(uid)}, or `}${askRoot}`;
}

/** A command for user `uid` or root. */
function adviseCommand(command: string, uid: number): string {
  if (isRoot() || system.geteuid?.() === uid) return `run "${command}"`;
  return `have ${uid === 0 ? 'root' : `user ${uid} or root`} run "${command}"`;
}

function isRoot(): boolean {
  return system.geteuid?.() === 0;
}

/** As /etc/passwd has it; null where it does not, as in many containers. */
function findUserName(uid: number): string | null {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
    const names = lines.map((line) => line.split(':')).filter(([, , id]) => id === String(uid));
    return names[0]?.[0] ?? null;
  } catch {
    return null;
  }
}
