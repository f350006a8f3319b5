import { ServerResponse } from 'node:http';

/**
 * Lets head and text of an answer go out in one write when `end(text)` is called, as Koa calls it. Node's own `end` gives
 * the socket an empty write behind the text, and two writes are a list, which takes about as long as half of the guards.
 * Where somebody has put a function of their own in the place of Node's, it stays there.
 */
export function endAtOnce(res: ServerResponse): void {
  if (writesAsNode(res)) res.end = endWithText as ServerResponse['end'];
}

/** Whether nobody has put a function of their own in the place of those that write an answer. */
export function writesAsNode(res: ServerResponse): boolean {
  const { end, write } = ServerResponse.prototype;
  return res.end === end && res.write === write;
}

/** As Node's `end` with the same arguments, byte for byte. Who wraps `write` later is not to see the text twice. */
function endWithText(this: ServerResponse, ...given: unknown[]): ServerResponse {
  const { end, write } = ServerResponse.prototype;
  const { socket } = this;
  const [text] = given;
  // Without a length Node would tell one from `end(text)`, and none from `write(text)`.
  const isPlain = typeof text === 'string' && given.length === 1 && this.hasHeader('Content-Length');
  if (!isPlain || !socket || this.headersSent) return Reflect.apply(end, this, given) as ServerResponse;
  socket.cork();
  Reflect.apply(write, this, [text]);
  socket.uncork();
  return Reflect.apply(end, this, []) as ServerResponse;
}
