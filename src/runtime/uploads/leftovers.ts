import { lstatSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as system from 'node:process';

/** Names this process uniquely, for its folder: by its system, its id and its start time (ids are reused). */
export function nameProcess(): string {
  return `${nameSystem()}-${system.pid}-${readStart(system.pid) ?? Math.round(performance.timeOrigin)}`;
}

/** Whether a process of another container runs is unknown here; if so, its folder comes back with its next file. */
const FOREIGN_MAX_AGE_MS = 7 * 86_400_000;

/**
 * Removes the folders in `parent` of this user's processes that no longer run. Folders of processes that cannot be
 * checked from here are removed if nothing was created in them for a week.
 */
export async function removeLeftovers(parent: string, prefix: string): Promise<void> {
  const own = nameSystem();
  for (const name of await readdir(parent)) {
    const [, where, pid = '', start = ''] =
      /^(\w+)-(\d+)-(\d+)-\w+$/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '') ?? [];
    if (where === undefined) continue;
    const path = join(parent, name);
    const found = findOurs(path);
    if (!found) continue;
    const isLeft =
      where === own ? !isRunning(Number(pid), start) : Date.now() - found.mtimeMs > FOREIGN_MAX_AGE_MS;
    if (isLeft) await rm(path, { recursive: true, force: true });
  }
}

const PRIVATE_FOLDER = 0o040700;

/** Checks the owner: anybody can create such a folder or link among temporary files. Windows has no such owner. */
function findOurs(path: string): Stats | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return undefined;
  const isOurs =
    system.getuid === undefined
      ? found.isDirectory()
      : found.uid === system.getuid() && (found.mode & 0o170777) === PRIVATE_FOLDER;
  return isOurs ? found : undefined;
}

/** Names the scope of a process id: containers may share a host name and a folder, but not their process ids. */
function nameSystem(): string {
  const parts = [
    hostname(),
    readKernel(() => readlinkSync('/proc/self/ns/pid')),
    readKernel(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()),
  ];
  return parts.join('_').replace(/\W+/g, '_');
}

function isRunning(pid: number, start: string): boolean {
  const started = readStart(pid);
  if (started !== undefined) return String(started) === start;
  // If this process is visible, every other one would be.
  if (readStart(system.pid) !== undefined) return false;
  if (pid === system.pid) return true;
  try {
    return system.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns a process's start in the kernel's ticks since boot (proc(5), field 22); undefined if unknown. */
function readStart(pid: number): number | undefined {
  // No such process, or a system without /proc.
  const stat = readKernel(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  return stat === '' ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
}

/** Returns content of /proc, or an empty string if it does not exist. */
function readKernel(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
