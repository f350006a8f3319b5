import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The folder and all below it: names, kinds, inodes, owners, modes, times of change and contents, to compare. */
export function takeSnapshot(folder: string): unknown {
  const paths = [
    folder,
    ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
  ];
  return paths.sort().map((path) => {
    const stats = lstatSync(path);
    const { ino, uid, gid, mode, mtimeMs, ctimeMs } = stats;
    const link = stats.isSymbolicLink() ? readlinkSync(path) : '';
    const contents = stats.isFile() ? readFileSync(path, 'utf8') : link;
    return { path, ino, uid, gid, mode, mtimeMs, ctimeMs, contents };
  });
}
