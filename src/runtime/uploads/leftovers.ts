import { lstatSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as system from 'node:process';

/**
 * What tells this process from every other one, in the name of its folder: its system, the id, and when it was started (ids
 * are used again).
 */
export function nameProcess(): string {
  return `${nameSystem()}-${system.pid}-${readStart(system.pid) ?? Math.round(performance.timeOrigin)}`;
}

/** Nobody tells here whether a process of another container runs, whose folder comes back with its next file. */
const FOREIGN_MAX_AGE_MS = 7 * 86_400_000;

/**
 * Removes the folders in `parent` of this user's processes that run no longer. Those of processes that cannot be found from
 * here are removed when nothing was made in them for a week.
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

/** Anybody can make a folder of such a name, or a link, where temporary files are. Windows has no owners of this kind. */
function findOurs(path: string): Stats | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return undefined;
  const isOurs =
    system.getuid === undefined
      ? found.isDirectory()
      : found.uid === system.getuid() && (found.mode & 0o170777) === PRIVATE_FOLDER;
  return isOurs ? found : undefined;
}

/** Where an id means one process: containers may have the same host name and share a folder, but not their process ids. */
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
  // Where this process can be found, every other one could.
  if (readStart(system.pid) !== undefined) return false;
  if (pid === system.pid) return true;
  try {
    return system.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process was started, in the kernel's ticks since it booted (proc(5), field 22); undefined where nobody tells. */
function readStart(pid: number): number | undefined {
  // No such process, or a system without /proc.
  const stat = readKernel(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  return stat === '' ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
}

/** What stands in /proc, or nothing where it does not exist. */
function readKernel(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
