import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Whether the connection of an answer is gone, or the answer was sent. `ServerResponse` of HTTP/2 has a stream to tell. */
export function isClosed(res: ServerResponse): boolean {
  const { stream } = res as { readonly stream?: { readonly destroyed: boolean } };
  return res.closed || res.destroyed || stream?.destroyed === true;
}

/** Whether an answer was sent to its end. HTTP/2 has what was cut off finish as well, though nothing has ended it. */
export function isSent(res: ServerResponse): boolean {
  return res.writableEnded && res.writableFinished;
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
      // One whose turn has come has the connection, and Node tells it.
      if (res.socket) continue;
      res.destroyed = true;
      res.emit('close');
    }
  });
  return answers;
}
