import { lstatSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as system from 'node:process';

/**
 * What tells this process from every other one, in the name of its folder: the host (two containers may share a volume and
 * have the same process ids), the id, and when it was started (ids are used again).
 */
export function nameProcess(): string {
  return `${nameHost()}-${system.pid}-${readStart(system.pid) ?? Math.round(performance.timeOrigin)}`;
}

/** Removes the folders in `parent` of processes of this host and this user that run no longer. */
export async function removeLeftovers(parent: string, prefix: string): Promise<void> {
  const own = `${prefix}${nameHost()}-`;
  for (const name of await readdir(parent)) {
    const [, pid, start] = /^(\d+)-(\d+)-\w+$/.exec(name.startsWith(own) ? name.slice(own.length) : '') ?? [];
    if (pid === undefined || start === undefined || isRunning(Number(pid), start)) continue;
    const path = join(parent, name);
    if (isOurs(path)) await rm(path, { recursive: true, force: true });
  }
}

const PRIVATE_FOLDER = 0o040700;

/** Anybody can make a folder of such a name, or a link, where temporary files are. Windows has no owners of this kind. */
function isOurs(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return false;
  if (system.getuid === undefined) return found.isDirectory();
  return found.uid === system.getuid() && (found.mode & 0o170777) === PRIVATE_FOLDER;
}

function nameHost(): string {
  return hostname().replace(/\W+/g, '_');
}

function isRunning(pid: number, start: string): boolean {
  const started = readStart(pid);
  if (started !== undefined) return String(started) === start;
  if (pid === system.pid) return nameProcess().endsWith(`-${start}`);
  // Where this process can be found, every other one could.
  if (readStart(system.pid) !== undefined) return false;
  try {
    return system.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process was started, in the kernel's ticks since it booted (proc(5), field 22); undefined where nobody tells. */
function readStart(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  } catch {
    // No such process, or a system without /proc.
    return undefined;
  }
}
