import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** The responses under way. */
export interface OpenAnswers {
  /** Tracks a response until it closes. */
  track(res: ServerResponse): void;
  /** Returns those of one connection, in the order of their requests. The list changes when one of them ends. */
  ofSocket(socket: Duplex): readonly ServerResponse[];
  /** Lists the connections that have any. */
  listSockets(): readonly Socket[];
  listAll(): readonly ServerResponse[];
}

/**
 * Tracks responses by connection. One set of all would be simpler, but a set allocates a new table after every few
 * insertions and deletions, and its old tables refer to the new ones: once V8 has promoted one of them to the old
 * generation, all later tables are promoted too, with their responses, until the next mark-sweep.
 */
export function createOpenAnswers(): OpenAnswers {
  const bySocket = new Map<Duplex, ServerResponse[]>();

  // One function for all responses and one for all connections; `this` is the one that closed.
  function remove(this: ServerResponse): void {
    const answers = bySocket.get(this.req.socket) ?? [];
    // Those of one connection usually end in order.
    if (answers[0] === this) answers.shift();
    else if (answers.includes(this)) answers.splice(answers.indexOf(this), 1);
  }

  function forgetSocket(this: Duplex): void {
    bySocket.delete(this);
  }

  function begin(socket: Duplex): ServerResponse[] {
    const answers: ServerResponse[] = [];
    bySocket.set(socket, answers);
    socket.on('close', forgetSocket);
    return answers;
  }

  return {
    track(res) {
      const { socket } = res.req;
      (bySocket.get(socket) ?? begin(socket)).push(res);
      res.on('close', remove);
    },
    ofSocket: (socket) => bySocket.get(socket) ?? NONE,
    listSockets() {
      const sockets: Socket[] = [];
      for (const [socket, answers] of bySocket) if (answers.length > 0) sockets.push(socket as Socket);
      return sockets;
    },
    listAll: () => [...bySocket.values()].flat(),
  };
}

const NONE: readonly ServerResponse[] = [];
