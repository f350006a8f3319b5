import { once } from 'node:events';
import { connect, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';

/** A connection from an address of 127.0.0.0/8 of one's choice. */
export interface RawConnection {
  readonly socket: Socket;
  /** The caller's; the socket does not know it any more once it is closed. */
  readonly port: number | undefined;
  /** What has been received so far. */
  read(): string;
  /** Resolves to all that was received when the server has closed the connection. */
  readonly closed: Promise<string>;
}

/** Connects and sends `text`. With `isReading: false` it never takes anything off the connection. */
export async function openRaw(
  url: string,
  text: string,
  { from = '127.0.0.1', isReading = true }: { from?: string; isReading?: boolean } = {},
): Promise<RawConnection> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: from });
  let received = '';
  if (!isReading) socket.pause();
  else {
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
    });
  }
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  await once(socket, 'connect');
  const port = socket.localPort;
  socket.write(text);
  return { socket, port, read: () => received, closed };
}

/** Tells which connections `server` has closed from now on: a caller who never reads does not notice by itself. */
export function watchCuts(server: Server): (connection: RawConnection) => boolean {
  const cut = new Set<number | undefined>();
  server.on('connection', (socket: Socket) => {
    const { remotePort } = socket;
    socket.once('close', () => cut.add(remotePort));
  });
  return ({ port }) => cut.has(port);
}

/** Resolves when `server` has received so many bytes of a connection that is opened from now on, and has taken them up. */
export function watchReceived(server: Server): (connection: RawConnection, bytes: number) => Promise<void> {
  const sockets = new Map<number | undefined, Socket>();
  server.on('connection', (socket: Socket) => void sockets.set(socket.remotePort, socket));
  return async ({ port }, bytes) => {
    await expect.poll(() => sockets.get(port)?.bytesRead).toBe(bytes);
    await setImmediate();
  };
}
