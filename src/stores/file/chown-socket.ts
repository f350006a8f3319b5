import { constants, type Stats } from 'node:fs';
import { chown, open } from 'node:fs/promises';
import { platform } from 'node:os';

/** A Linux flag: opens a handle to any kind of file. Node has no constant for it. */
const O_PATH = 0o10000000;

/**
 * Changes the owner of a socket that root (`from`) created in another user's folder to that user, so that they can
 * connect to it, and remove it if root's process is killed. They can replace the socket at any moment, so this uses a
 * handle instead of the name. Only Linux has handles to sockets; elsewhere the socket still belongs to root.
 */
export async function chownSocket(path: string, from: number, { uid, gid }: Stats): Promise<void> {
  if (platform() !== 'linux') return;
  const handle = await open(path, O_PATH | constants.O_NOFOLLOW);
  try {
    const stats = await handle.stat();
    if (!stats.isSocket() || stats.uid !== from) throw new Error(`${path} was replaced by another process`);
    await chown(`/proc/self/fd/${handle.fd}`, uid, gid);
  } finally {
    await handle.close();
  }
}
