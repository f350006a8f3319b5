import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { readCounterAddress } from '../../keys/counter-address.js';
import type { Call } from '../call/call.js';
import { createCallerCount } from '../overload/caller-count.js';
import type { Gate } from '../overload/create-gate.js';
import { isClosed } from './close-with-connection.js';

/** Emitted on a connection, with the response, when a response was ended but is not completely written. */
export const UNWRITTEN = Symbol('procgen.unwritten');

/** A connection with responses that are not completely written. */
interface Unwritten {
  readonly answers: Set<ServerResponse>;
  /** The address for which it holds a place; undefined if it holds none. */
  address: string | undefined;
}

/** The shares of the gate's places that unwritten responses may hold, for one address and for all addresses. */
const ADDRESS_SHARE = 1 / 10;
const TOTAL_SHARE = 1 / 2;

/**
 * Prepares the function that is called once a call is over except for its response. The call gives its place in the
 * gate back as soon as the response is written. Until then it shares one place with all other unwritten responses of
 * its connection, so that neither pipelined requests nor many connections of callers that do not read can keep others
 * out: unwritten responses hold at most a tenth of the places for one address, and half of them in total. Beyond that,
 * they hold none.
 */
export function prepareHoldPlace(gate: Gate): (call: Call, res: ServerResponse) => void {
  const connections = new WeakMap<Socket, Unwritten>();
  const places = createCallerCount({
    max: Math.ceil(gate.places * TOTAL_SHARE),
    maxPerCaller: Math.ceil(gate.places * ADDRESS_SHARE),
  });

  function leave(call: Call, res: ServerResponse): void {
    const isAdmitted = call.gate !== null;
    call.releasePlace();
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
    // Koa ends the response once the middleware around the call has finished.
    else setImmediate(leave, call, res);
  };
}

/** Whether the operating system has taken all of a response, or will never take the rest. */
function isWritten(res: ServerResponse): boolean {
  return (res.writableEnded && res.writableLength === 0) || isClosed(res);
}
