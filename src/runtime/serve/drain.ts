import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Hosting } from '../hosts/hosting.js';
import type { OpenAnswers } from './open-answers.js';

/**
 * How long everything goes on once draining began, but that each answer closes its connection: callers learn that
 * the server is not ready, and who was about to use a connection gets an answer instead of a reset.
 */
const GRACE_MS = 200;
/** So long, and for so many turns of the event loop, nobody may have connected; looked for at most a second. */
const QUIET_MS = 50;
const QUIET_TURNS = 10;
const QUIET_WAIT_MS = 1_000;

export interface Drain {
  isDraining(): boolean;
  /** Has `handle` take a request up: now, or in the next moment when the listener has just to be closed. */
  admit(handle: RequestListener, ...request: Parameters<RequestListener>): void;
  begin(deadlineMs: number): Promise<boolean>;
}

/** The way down of `server`, whose answers under way are in `answers`. `server.close()` alone waits for idle callers. */
export function createDrain(
  server: Server,
  answers: Pick<OpenAnswers, 'listAll'>,
  hosting: Pick<Hosting, 'log' | 'describe' | 'abandonCalls'>,
): Drain {
  const silent = trackSilentSockets(server);
  let begun: Promise<boolean> | undefined;
  let held: (() => void)[] | undefined;

  /** Closes the listener while nobody is about to connect: callers who wait for an answer are not. */
  async function stopListening(): Promise<void> {
    held = [];
    await untilNobodyKnocks(server);
    server.close();
    for (const takeUp of held) takeUp();
    held = undefined;
  }

  async function drain(deadlineMs: number): Promise<boolean> {
    if (!server.listening) return true;
    for (const res of answers.listAll()) closeAfter(res);
    let isForced = false;
    const deadline = setTimeout(() => {
      isForced = true;
      for (const res of answers.listAll()) {
        hosting.log.warn(hosting.describe(res), 'a request was cut off: it took longer than stopping may');
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
    // The latest of them were made a moment ago, and what they ask is on its way.
    const silence = setTimeout(() => {
      for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
    }, graceMs);
    await closed;
    clearTimeout(silence);
    // A handler whose caller has left is waited for as long as any other.
    deadline.unref();
    return !isForced;
  }

  return {
    isDraining: () => begun !== undefined,
    admit(handle, req, res) {
      if (held) held.push(() => req.socket.destroyed || handle(req, res));
      else handle(req, res);
    },
    begin: (deadlineMs) => {
      begun ??= drain(deadlineMs);
      return begun;
    },
  };
}

/** Connections that have not carried a request yet. To Node they are not idle. */
function trackSilentSockets(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  // One function for all connections, which may be many and idle.
  function forget(this: Socket): void {
    silent.delete(this);
  }
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.on('close', forget);
  });
  server.on('request', (req) => silent.delete(req.socket));
  return silent;
}

/**
 * Closing the listener resets the connections that the kernel made and the server has not accepted yet. Callers whose
 * requests are held do not connect again, so when nobody connected for a while hardly any is waiting.
 */
async function untilNobodyKnocks(server: Server): Promise<void> {
  const begin = performance.now();
  let quietSince = begin;
  let turns = 0;
  const knock = () => {
    quietSince = performance.now();
    turns = 0;
  };
  server.on('connection', knock);
  const isQuiet = () => turns >= QUIET_TURNS && performance.now() - quietSince >= QUIET_MS;
  while (!isQuiet() && performance.now() - begin < QUIET_WAIT_MS) {
    turns += 1;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS / QUIET_TURNS));
  }
  server.removeListener('connection', knock);
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}

/** Makes the answer the last of its connection, also when its headers are already on their way. */
function closeAfter(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
  else res.once('finish', () => res.req.socket.end());
}
