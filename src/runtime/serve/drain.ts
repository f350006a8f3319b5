import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Hosting } from '../hosts/hosting.js';
import type { OpenAnswers } from './open-answers.js';

/**
 * How long requests are still accepted after draining began. Each response already closes its connection: callers learn
 * that the server is not ready, and one about to reuse a connection gets a response instead of a reset.
 */
const GRACE_MS = 200;
/** How long, and for how many ticks, no connection may arrive; the wait for that takes at most a second. */
const QUIET_MS = 50;
const QUIET_TICKS = 10;
const QUIET_WAIT_MS = 1_000;

export interface Drain {
  isDraining(): boolean;
  /** Passes a request to `handle`: now, or once the listener is closed if that is under way. */
  admit(handle: RequestListener, ...request: Parameters<RequestListener>): void;
  begin(deadlineMs: number): Promise<boolean>;
}

/** Prepares to stop `server` with its open `answers`. `server.close()` alone waits for idle callers. */
export function createDrain(
  server: Server,
  answers: Pick<OpenAnswers, 'listAll'>,
  hosting: Pick<Hosting, 'log' | 'describe' | 'abandonCalls'>,
): Drain {
  const sockets = trackSockets(server);
  let drained: Promise<boolean> | undefined;
  let deferred: (() => void)[] | undefined;

  /** Closes the listener when no caller is about to connect; a caller that waits for a response is not. */
  async function stopListening(): Promise<void> {
    deferred = [];
    await waitForQuietListener(server);
    server.close();
    for (const resume of deferred) resume();
    deferred = undefined;
  }

  async function drain(deadlineMs: number): Promise<boolean> {
    if (!server.listening) return true;
    for (const res of answers.listAll()) closeAfter(res);
    let isForced = false;
    const deadline = setTimeout(() => {
      isForced = true;
      for (const res of answers.listAll()) {
        hosting.log.warn(
          hosting.describe(res),
          'a request was cut off: it did not finish before the server stopped',
        );
      }
      server.closeAllConnections();
      hosting.abandonCalls();
    }, deadlineMs);
    const graceMs = Math.min(GRACE_MS, deadlineMs);
    const closed = new Promise((resolve) => server.once('close', resolve));
    if ((await countConnections(server)) > 0) {
      await new Promise((resolve) => setTimeout(resolve, graceMs));
      await stopListening();
    } else server.close();
    // Node does not count a connection without a request as idle. The latest are new, with requests in transit.
    const silenceTimer = setTimeout(() => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, graceMs);
    await closed;
    clearTimeout(silenceTimer);
    // A handler whose caller has disconnected is waited for like any other.
    deadline.unref();
    return !isForced;
  }

  return {
    isDraining: () => drained !== undefined,
    admit(handle, req, res) {
      if (deferred) deferred.push(() => req.socket.destroyed || handle(req, res));
      else handle(req, res);
    },
    begin: (deadlineMs) => {
      drained ??= drain(deadlineMs);
      return drained;
    },
  };
}

function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  // One function for all connections, which may be many and idle.
  function forget(this: Socket): void {
    sockets.delete(this);
  }
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', forget);
  });
  return sockets;
}

/**
 * Waits until no connection has arrived for a while. Closing the listener resets connections that the kernel has made
 * and the server has not accepted yet. Callers whose requests are held do not reconnect, so few can be pending.
 */
async function waitForQuietListener(server: Server): Promise<void> {
  const begin = performance.now();
  let quietSince = begin;
  let ticks = 0;
  const onConnection = () => {
    quietSince = performance.now();
    ticks = 0;
  };
  server.on('connection', onConnection);
  const isQuiet = () => ticks >= QUIET_TICKS && performance.now() - quietSince >= QUIET_MS;
  while (!isQuiet() && performance.now() - begin < QUIET_WAIT_MS) {
    ticks += 1;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS / QUIET_TICKS));
  }
  server.removeListener('connection', onConnection);
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}

/** Makes the response the last of its connection, even if its headers are already sent. */
function closeAfter(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
  else res.once('finish', () => res.req.socket.end());
}
