/**
 * A socket path is limited to 108 bytes on Linux and 104 on macOS. A longer one is reached through a symbolic link to
 * its folder in a private temporary folder. The socket itself is still beside the store, so that every process finds
 * it, whatever its TMPDIR.
 */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { umask } from 'node:process';
import { isMainThread } from 'node:worker_threads';

const LIMIT_BYTES = 100;

/** Makes the server listen at `folder/name`. In the main thread, the socket is accessible only to its owner. */
export async function listenAt(server: Server, folder: string, name: string): Promise<void> {
  await withShortPath(folder, name, (path) => {
    return new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      // `exclusive` keeps the socket in this process if it is a cluster worker.
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
 * Runs `make` with a umask that makes new files, such as the socket of `listen`, private from the start. A later chmod
 * by name could affect a replaced file. A worker thread cannot set the umask, which belongs to the process.
 */
function withPrivateUmask(make: () => void): void {
  const before = isMainThread ? umask(0o177) : null;
  try {
    make();
  } finally {
    if (before !== null) umask(before);
  }
}

/** Connects to the socket at `folder/name`, or rejects with the system error. */
export async function connectSocket(folder: string, name: string): Promise<Socket> {
  return withShortPath(folder, name, (path) => {
    return new Promise<Socket>((resolve, reject) => {
      const socket = connect(path);
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        // A later error also closes the connection, which its reader notices.
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
