import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer } from '../respond/answer.js';

const LINGER_MS = 1_000;

/**
 * Closes the connection after the answer when more of the body is under way than `limitBytes`; Node would read and
 * drop all of it otherwise. A rest that is known to be short is left to Node, and the connection lives.
 */
export function closeUnread(req: IncomingMessage, answer: Answer, limitBytes: number): void {
  if (req.complete || req.destroyed || req.httpVersionMajor > 1) return;
  const length = req.headers['content-length'];
  const isShort = req.headers['transfer-encoding'] === undefined && Number(length ?? 0) <= limitBytes;
  if (isShort) return;
  answer.set('Connection', 'close');
  stopReading(req);
  linger(req.socket);
}

/** A message that was read from, if only nothing, is not drained by Node when the answer ends. */
function stopReading(req: IncomingMessage): void {
  req.pause();
  req.read(0);
}

/**
 * Closing a socket with unread bytes resets it, and the reset can overtake the answer on its way to a caller who
 * is still sending. So only our half is closed at once, the rest when the caller had a moment to read.
 */
function linger(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => clearTimeout(timer));
  };
}
