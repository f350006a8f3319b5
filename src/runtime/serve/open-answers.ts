import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** The answers that are under way. */
export interface OpenAnswers {
  /** Keeps an answer until it is over. */
  keep(res: ServerResponse): void;
  /** Those of one connection, in the order of their requests. The list changes when one of them ends. */
  ofSocket(socket: Duplex): readonly ServerResponse[];
  /** The connections that have some. */
  listSockets(): readonly Socket[];
  listAll(): readonly ServerResponse[];
}

/**
 * Keeps answers by their connections. One set of them all would be less to read, but a set makes itself a new table after
 * every few that came and went, and the old tables lead to the new ones: once one of them has grown old to V8, all that
 * follow grow old too, with the answers in them, until the next full collection.
 */
export function createOpenAnswers(): OpenAnswers {
  const bySocket = new Map<Duplex, ServerResponse[]>();

  // One function for all answers, and one for all connections: whose end it is, it is told.
  function forget(this: ServerResponse): void {
    const answers = bySocket.get(this.req.socket) ?? [];
    // Those of one connection end in their order, as a rule.
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
    keep(res) {
      const { socket } = res.req;
      (bySocket.get(socket) ?? begin(socket)).push(res);
      res.on('close', forget);
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
