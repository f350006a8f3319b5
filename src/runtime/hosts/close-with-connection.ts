import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Whether a response was sent or its connection is gone. An HTTP/2 response shows the latter on its `stream`. */
export function isClosed(res: ServerResponse): boolean {
  const { stream } = res as { readonly stream?: { readonly destroyed: boolean } };
  return res.closed || res.destroyed || stream?.destroyed === true;
}

/** Whether a response was sent completely. HTTP/2 also sets `writableFinished` on a response that was cut off. */
export function isSent(res: ServerResponse): boolean {
  return res.writableEnded && res.writableFinished;
}

const queued = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Makes a pipelined response whose turn has not come emit `close` when the connection does. Node discards it silently.
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
      // A response whose turn has come has the socket, and Node emits its `close`.
      if (res.socket) continue;
      res.destroyed = true;
      res.emit('close');
    }
  });
  return answers;
}
