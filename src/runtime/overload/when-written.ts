import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Emitted on a connection, with the answer, when an answer was ended and its caller has not taken all of it. */
export const UNWRITTEN = Symbol('procgen.unwritten');

/** Whether the system has taken all of an answer, or will never take the rest. */
export function isWritten(res: ServerResponse): boolean {
  return (res.writableEnded && res.writableLength === 0) || res.closed || res.destroyed;
}

/** Calls `onWritten` once `isWritten`, and tells the answer's connection if bytes wait to be read meanwhile. */
export function whenWritten(res: ServerResponse, onWritten: () => void): void {
  res.once('finish', onWritten);
  res.once('close', onWritten);
  if (res.writableEnded) announce(res);
  // Koa ends the answer once the middleware around the call is done with it.
  else setImmediate(announce, res);
}

function announce(res: ServerResponse): void {
  if (res.writableLength > 0) res.req.socket.emit(UNWRITTEN, res);
}

const queued = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Has an answer whose turn on its connection has not come emit `close` when the connection does, as any other answer
 * does: Node forgets pipelined answers silently.
 */
export function closeWithConnection(res: ServerResponse): void {
  const { socket } = res.req;
  const answers = queued.get(socket) ?? listenOn(socket);
  answers.add(res);
  res.once('close', () => answers.delete(res));
}

function listenOn(socket: Socket): Set<ServerResponse> {
  const answers = new Set<ServerResponse>();
  queued.set(socket, answers);
  socket.once('close', () => {
    for (const res of answers) {
      res.destroyed = true;
      res.emit('close');
    }
  });
  return answers;
}
