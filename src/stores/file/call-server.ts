import type { Socket } from 'node:net';
import { isProcedureError } from '../../protocol/procedure-error.js';
import type { AnswerCall } from '../store.js';
import { printCause } from '../store-error.js';
import {
  type CallFailure,
  type CallReply,
  type CallRequest,
  printMessage,
  readMessages,
} from './call-messages.js';
import { generateProof } from './owner-proof.js';

const CLOSE_TIMEOUT_MS = 500;

/** The owner's end of `connectStoreOwner`. */
export interface CallServer {
  /** The first message of the owner, by which callers identify it. */
  readonly proof: string;
  accept(socket: Socket): void;
  /** Sets the handler. Earlier calls wait for it. */
  serve(answer: AnswerCall): void;
  /** Finishes running calls, says goodbye and ends the connections. */
  close(): Promise<void>;
}

export function createCallServer(): CallServer {
  const sockets = new Set<Socket>();
  const running = new Set<Promise<void>>();
  const queued: (() => void)[] = [];
  let answer: AnswerCall | null = null;
  let isClosing = false;
  const proof = generateProof();

  function receive(socket: Socket, request: CallRequest): void {
    if (isClosing) return;
    if (answer === null) {
      queued.push(() => receive(socket, request));
      return;
    }
    const call = reply(socket, request, answer).finally(() => running.delete(call));
    running.add(call);
  }

  return {
    proof,
    accept(socket) {
      socket.on('error', () => {});
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      readMessages(socket, (request: CallRequest) => receive(socket, request));
      // A caller can still connect between the goodbyes and the end of listening.
      if (isClosing) void closeGracefully(socket);
      else send(socket, { hello: proof });
    },
    serve(answerCall) {
      answer = answerCall;
      for (const receiveNow of queued.splice(0)) receiveNow();
    },
    async close() {
      isClosing = true;
      await Promise.all(running);
      await Promise.all([...sockets].map(closeGracefully));
    },
  };
}

function send(socket: Socket, reply: CallReply): void {
  if (socket.writable) socket.write(printMessage(reply));
}

async function reply(socket: Socket, { id, call, input }: CallRequest, answer: AnswerCall): Promise<void> {
  try {
    send(socket, { id, result: await answer(call, input) });
  } catch (error) {
    send(socket, { id, error: describeFailure(error) });
  }
}

function describeFailure(error: unknown): CallFailure {
  if (!isProcedureError(error)) return { code: 'INTERNAL', message: printCause(error) };
  const { code, message, errors } = error;
  return { code, message, ...(errors === undefined ? {} : { errors }) };
}

/**
 * Says goodbye and waits until the other side closes. Closing first, while a call is still unread, would reset the
 * connection and lose the goodbye.
 */
async function closeGracefully(socket: Socket): Promise<void> {
  if (socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.end(printMessage({ bye: true }));
  await closed;
  clearTimeout(timer);
}
