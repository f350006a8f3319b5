import type { IncomingMessage } from 'node:http';
import { readCounterAddress } from '../request/address.js';
import type { Answer } from '../respond/answer.js';
import { closeUnread } from '../respond/close-unread.js';
import { createRefusal } from '../respond/create-refusal.js';
import { type Refusal, Refused } from '../respond/fail.js';
import type { PassedGate } from '../service/call.js';
import { OVERLOADED } from './create-gate.js';
import { type Repeat, repeatUnref } from './repeat.js';

/** How many request bodies may be on their way at a time, and how slowly. */
export interface AwaitedBodyLimits {
  /** Of all callers together; 2,000 when absent. */
  readonly most?: number;
  /** Of one address, an IPv6 address counted by its /64; 200 when absent. */
  readonly mostPerAddress?: number;
  /** The fewest bytes that have to arrive in any five seconds until a body is complete; 5,120 (1 KiB/s) when absent. */
  readonly leastBytesPerWindow?: number;
}

export interface AwaitedBodiesOptions {
  readonly limits?: AwaitedBodyLimits | undefined;
  readonly repeat?: Repeat;
}

/** A call that waits for its body. */
export interface AwaitingCall {
  readonly req: IncomingMessage;
  readonly answer: Answer;
  readonly address: string;
  gate: PassedGate | null;
  leaveGate(): void;
}

/** The bodies that have not arrived yet. */
export interface AwaitedBodies {
  /**
   * Reads a body that did not arrive together with its head. Meanwhile the call holds no place in the overload gate, and
   * takes one again when the body is complete. Rejects with a `Refused` that closes the connection: a 408 for a body that
   * is too slow, a 429 for one too many of an address, a 503 where there is no room for more.
   */
  read<T>(call: AwaitingCall, readBody: () => Promise<T>): Promise<T>;
  close(): void;
}

const DEFAULT_MOST = 2_000;
const DEFAULT_MOST_PER_ADDRESS = 200;
const DEFAULT_LEAST_BYTES_PER_WINDOW = 5 * 1_024;

/** Bodies are looked at so often, and a window is so many looks long. */
export const LOOK_EVERY_MS = 1_000;
export const WINDOW_LOOKS = 5;

const RETRY = { 'Retry-After': '1', Connection: 'close' };
const TOO_SLOW = createRefusal('TIMEOUT', undefined, { headers: { Connection: 'close' } });
const NO_ROOM = createRefusal('SERVICE_UNAVAILABLE', undefined, { headers: RETRY });
const TOO_MANY = createRefusal('TOO_MANY_REQUESTS', 'limit.exceeded', {
  params: { seconds: 1 },
  headers: RETRY,
});

/** One body on its way. */
interface Awaited {
  readonly call: AwaitingCall;
  /** What its connection had received at each of the last looks. Looks, not times: a blocked event loop reads nothing. */
  readonly received: number[];
  readonly refuse: (refusal: Refusal) => void;
}

/** The bodies on their way from one address, the oldest first. */
interface Share {
  readonly address: string;
  readonly bodies: Set<Awaited>;
}

/**
 * Counts bodies on their way apart from work. When all room is taken the oldest body of the address that has most gives
 * way to that of an address that has fewer. One timer looks at all of them, and only while there are some.
 */
export function createAwaitedBodies({
  limits = {},
  repeat = repeatUnref,
}: AwaitedBodiesOptions = {}): AwaitedBodies {
  const {
    most = DEFAULT_MOST,
    mostPerAddress = DEFAULT_MOST_PER_ADDRESS,
    leastBytesPerWindow = DEFAULT_LEAST_BYTES_PER_WINDOW,
  } = limits;
  const shares = new Map<string, Share>();
  let count = 0;
  let stopLooking: (() => void) | undefined;

  function look(): void {
    if (count === 0) close();
    for (const { bodies } of shares.values()) for (const body of bodies) checkRate(body);
  }

  function checkRate({ call, received, refuse }: Awaited): void {
    const { bytesRead } = call.req.socket;
    received.push(bytesRead);
    if (received.length <= WINDOW_LOOKS) return;
    const before = received.shift() as number;
    if (bytesRead - before < leastBytesPerWindow) refuse(TOO_SLOW);
  }

  /** Makes room for one more body from `address`, or throws what its caller is told. */
  function makeRoom(address: string): void {
    const own = shares.get(address)?.bodies.size ?? 0;
    if (own >= mostPerAddress) throw new Refused(TOO_MANY);
    if (count < most) return;
    const { bodies } = findLargest();
    if (bodies.size <= own + 1) throw new Refused(NO_ROOM);
    const [oldest] = bodies;
    oldest?.refuse(NO_ROOM);
  }

  function findLargest(): Share {
    let largest: Share | undefined;
    for (const share of shares.values()) {
      if (!largest || share.bodies.size > largest.bodies.size) largest = share;
    }
    return largest as Share;
  }

  function add(share: Share, body: Awaited): void {
    shares.set(share.address, share);
    share.bodies.add(body);
    count += 1;
    stopLooking ??= repeat(look, LOOK_EVERY_MS);
  }

  function remove(share: Share, body: Awaited): void {
    if (!share.bodies.delete(body)) return;
    count -= 1;
    if (share.bodies.size === 0) shares.delete(share.address);
  }

  function close(): void {
    stopLooking?.();
    stopLooking = undefined;
  }

  function awaitBody<T>(call: AwaitingCall, address: string, readBody: () => Promise<T>): Promise<T> {
    const share = shares.get(address) ?? { address, bodies: new Set() };
    return new Promise((resolve, reject) => {
      const refuse = (refusal: Refusal) => {
        remove(share, body);
        reject(new Refused(refusal));
      };
      const body = { call, received: [call.req.socket.bytesRead], refuse };
      add(share, body);
      readBody()
        .finally(() => remove(share, body))
        .then(resolve, reject);
    });
  }

  return {
    async read(call, readBody) {
      const { gate } = call;
      try {
        const address = readCounterAddress(call.address);
        makeRoom(address);
        call.leaveGate();
        const body = await awaitBody(call, address, readBody);
        if (gate && !gate.admit()) throw new Refused(OVERLOADED);
        call.gate = gate;
        return body;
      } catch (thrown) {
        if (thrown instanceof Refused && !call.req.complete) closeUnread(call.req, call.answer, 0);
        throw thrown;
      }
    },
    close,
  };
}
