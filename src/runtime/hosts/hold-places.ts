import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Call } from '../call/call.js';
import { createCallerCount } from '../overload/caller-count.js';
import type { Gate } from '../overload/create-gate.js';
import { readCounterAddress } from '../request/address.js';
import { isClosed } from './close-with-connection.js';

/** Emitted on a connection, with the answer, when an answer was ended and its caller has not taken all of it. */
export const UNWRITTEN = Symbol('procgen.unwritten');

/** A connection with answers that are not written. */
interface Unwritten {
  readonly answers: Set<ServerResponse>;
  /** The address for which it holds a place; undefined while it holds none. */
  address: string | undefined;
}

/** Of the places of the gate, how many the unwritten answers of one address may hold, and those of all addresses. */
const ADDRESS_SHARE = 1 / 10;
const TOTAL_SHARE = 1 / 2;

/**
 * Prepares what is called once a call is over except for its answer: the call gives its place in the gate back as soon
 * as the answer is written. Until then it shares one place with all other unwritten answers of its connection, so that
 * neither pipelined requests nor many connections of callers who do not read can keep others out: unwritten answers
 * hold at most a tenth of the places for one address, and half of them together. Answers beyond that hold none.
 */
export function prepareHoldPlace(gate: Gate): (call: Call, res: ServerResponse) => void {
  const connections = new WeakMap<Socket, Unwritten>();
  const places = createCallerCount({
    most: Math.ceil(gate.places * TOTAL_SHARE),
    mostPerCaller: Math.ceil(gate.places * ADDRESS_SHARE),
  });

  function leave(call: Call, res: ServerResponse): void {
    const isAdmitted = call.gate !== null;
    call.leaveGate();
    if (isWritten(res)) return;
    const { socket } = res.req;
    if (isAdmitted) add(socket, res, call.address);
    if (res.writableLength > 0) socket.emit(UNWRITTEN, res);
  }

  function add(socket: Socket, res: ServerResponse, address: string): void {
    const connection = connections.get(socket) ?? { answers: new Set(), address: undefined };
    connections.set(socket, connection);
    connection.answers.add(res);
    if (connection.address === undefined) takePlace(connection, readCounterAddress(address));
    const remove = () => {
      connection.answers.delete(res);
      if (connection.answers.size === 0) returnPlace(connection);
    };
    res.once('finish', remove);
    res.once('close', remove);
  }

  function takePlace(connection: Unwritten, address: string): void {
    if (!places.add(address)) return;
    gate.enter();
    connection.address = address;
  }

  function returnPlace(connection: Unwritten): void {
    if (connection.address === undefined) return;
    gate.leave();
    places.remove(connection.address);
    connection.address = undefined;
  }

  return (call, res) => {
    if (res.writableEnded) leave(call, res);
    // Koa ends the answer once the middleware around the call is done with it.
    else setImmediate(leave, call, res);
  };
}

/** Whether the system has taken all of an answer, or will never take the rest. */
function isWritten(res: ServerResponse): boolean {
  return (res.writableEnded && res.writableLength === 0) || isClosed(res);
}
