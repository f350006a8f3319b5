import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer } from '../respond/answer.js';
import { withholdContinue } from './delay-continue.js';

const LINGER_MS = 1_000;

/**
 * Closes the connection after the response if more than `limitBytes` of the request body are unread; Node would
 * otherwise read and drop all of it. A rest known to be short is left to Node, and the connection stays open. If the
 * client waits for `100 Continue`, it is unknown whether the body will follow, so the connection is closed too.
 */
export function closeUnread(req: IncomingMessage, answer: Answer, limitBytes: number): void {
  if (req.complete || req.destroyed || req.httpVersionMajor > 1) return;
  const length = req.headers['content-length'];
  const isShort = req.headers['transfer-encoding'] === undefined && Number(length ?? 0) <= limitBytes;
  if (!withholdContinue(req) && isShort) return;
  answer.set('Connection', 'close');
  stopReading(req);
  linger(req.socket);
}

/** Node does not drain a request that has been read from, even if the read returned nothing. */
function stopReading(req: IncomingMessage): void {
  req.pause();
  req.read(0);
}

/**
 * Closing a socket with unread bytes resets it, and the reset can overtake the response on its way to a caller that is
 * still sending. So only the write side is closed at once; the rest follows when the caller has had a moment to read.
 */
function linger(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => clearTimeout(timer));
  };
}
