import { dirname } from 'node:path';
import { type DiskDoor, statOrNull } from './disk-door.js';

/** What an operator should know of who else can get at the store: one sentence each. */
export async function listExposures(disk: DiskDoor, path: string): Promise<readonly string[]> {
  const [file, folder] = [await statOrNull(disk, path), await statOrNull(disk, dirname(path))];
  const exposures: string[] = [];
  if (file !== null && (file.mode & 0o077) !== 0)
    exposures.push(
      `${path} can be read by other users of this machine (mode ${printMode(file.mode)}). Its mode should be 600.`,
    );
  if (file !== null && file.nlink > 1)
    exposures.push(
      `${path} has ${file.nlink} names (hard links). A change replaces the file: only this one goes with it.`,
    );
  // Where the sticky bit is set, as it is on /tmp, others cannot take away what is not theirs.
  if (folder !== null && (folder.mode & 0o1002) === 0o002)
    exposures.push(
      `${dirname(path)} can be written by every user of this machine (mode ${printMode(folder.mode)}), and so the store in it can be replaced.`,
    );
  return exposures;
}

function printMode(mode: number): string {
  return (mode & 0o7777).toString(8);
}
