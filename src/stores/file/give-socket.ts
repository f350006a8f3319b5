import { constants, type Stats } from 'node:fs';
import { chown, open } from 'node:fs/promises';
import { platform } from 'node:os';

/** Of Linux: a handle of whatever stands at a name. Node has no name for it. */
const O_PATH = 0o10000000;

/**
 * Gives a socket that `from`, which is root, has made to another user, whose folder it stands in, so that they can connect
 * to it, and remove it when root's process was killed. They can put something else in its place at any moment, so it goes
 * by a handle.
 * Other systems than Linux have none of sockets: there it stays root's.
 */
export async function giveSocket(path: string, from: number, { uid, gid }: Stats): Promise<void> {
  if (platform() !== 'linux') return;
  const handle = await open(path, O_PATH | constants.O_NOFOLLOW);
  try {
    const made = await handle.stat();
    if (!made.isSocket() || made.uid !== from) throw new Error(`${path} was replaced by another process`);
    await chown(`/proc/self/fd/${handle.fd}`, uid, gid);
  } finally {
    await handle.close();
  }
}
