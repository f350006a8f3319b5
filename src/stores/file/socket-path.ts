/**
 * A socket's path has room for 108 bytes on Linux and 104 on macOS. A longer one is reached through a symbolic link
 * to its folder in a private temporary folder: the socket itself still stands beside the store, for every process
 * to find, whatever its TMPDIR.
 */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { umask } from 'node:process';
import { isMainThread } from 'node:worker_threads';

const LIMIT_BYTES = 100;

/** Lets the server listen at `folder/name`, in the main thread for the socket's owner alone. */
export async function listenAt(server: Server, folder: string, name: string): Promise<void> {
  await withShortPath(folder, name, (path) => {
    return new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      // `exclusive` keeps the socket in this process when it is a worker of a cluster.
      withPrivateUmask(() => {
        server.listen({ path, exclusive: true }, () => {
          server.off('error', reject);
          resolve();
        });
      });
    });
  });
}

/**
 * What `make` makes before it returns, as `listen` does a socket, is for its owner alone from the start; to change it
 * later by its name would change whatever stands there then. A worker thread cannot set the umask, which is the process's.
 */
function withPrivateUmask(make: () => void): void {
  const before = isMainThread ? umask(0o177) : null;
  try {
    make();
  } finally {
    if (before !== null) umask(before);
  }
}

/** A connection to the socket at `folder/name`, or the system's error. */
export async function connectSocket(folder: string, name: string): Promise<Socket> {
  return withShortPath(folder, name, (path) => {
    return new Promise<Socket>((resolve, reject) => {
      const socket = connect(path);
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        // An error after this shows as the connection's end; nobody but its reader needs to know.
        socket.on('error', () => {});
        resolve(socket);
      });
    });
  });
}

async function withShortPath<Result>(
  folder: string,
  name: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= LIMIT_BYTES) return use(path);
  const alias = await mkdtemp(join(tmpdir(), 'procgen-'));
  try {
    await symlink(folder, join(alias, 'd'));
    const short = join(alias, 'd', name);
    if (Buffer.byteLength(short) > LIMIT_BYTES)
      throw new Error(`the paths of the store and of ${tmpdir()} are both too long for a socket`);
    return await use(short);
  } finally {
    await rm(alias, { recursive: true, force: true });
  }
}
