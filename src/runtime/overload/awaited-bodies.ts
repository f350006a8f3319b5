import { ProcedureError } from '../../protocol/procedure-error.js';
import type { Exchange } from '../exchange.js';
import { type Repeat, repeatUnref } from '../repeat.js';
import { createRefusal, type Refusal, Refused } from '../respond/fail.js';
import type { AwaitedBodyLimits } from '../runtime-options.js';
import { AddressGroup } from './address-group.js';
import { type Gate, OVERLOADED } from './create-gate.js';

export interface AwaitedBodiesOptions {
  readonly limits?: AwaitedBodyLimits | undefined;
  /** The maximum size of a body. */
  readonly bodyLimitBytes?: number;
  readonly repeat?: Repeat;
}

/**
 * Receives a body and calls `onBytes` with the size of each chunk, negative when memory is freed. `onBytes` returns
 * false once the body has been refused. Calls `onPause` with whether the server itself has paused reading.
 */
export type Receive<T> = (
  onBytes: (bytes: number) => boolean,
  onPause: (isPaused: boolean) => void,
) => Promise<T>;

/** A call that waits for its body. */
export interface AwaitingCall {
  readonly exchange: Pick<Exchange, 'body'>;
  readonly address: string;
  /** The overload gate while the call holds a place in it. */
  gate: Gate | null;
  releasePlace(): void;
}

/** The bodies that have not arrived yet. */
export interface AwaitedBodies {
  /**
   * Waits for a body that did not arrive together with its head. Meanwhile the call leaves the overload gate, and
   * enters it again when the body is complete. Rejects with a `Refused` that closes the connection: a 408 for a body
   * that is too slow, a 429 for too many bodies of an address, a 503 if there is no room. Rejects with a
   * SERVICE_UNAVAILABLE, which is logged, for a body that is too slow because the server holds it.
   */
  track<T>(call: AwaitingCall, receive: Receive<T>): Promise<T>;
  close(): void;
}

const DEFAULT_MOST = 2_000;
const DEFAULT_MOST_PER_ADDRESS = 200;
const DEFAULT_BYTES = 64 * 1_048_576;
const DEFAULT_BYTES_PER_ADDRESS = 16 * 1_048_576;
const DEFAULT_LEAST_BYTES_PER_WINDOW = 5 * 1_024;

/** The interval of checks, and the number of checks in a window. */
export const LOOK_EVERY_MS = 1_000;
export const WINDOW_LOOKS = 5;

const RETRY = { 'Retry-After': '1', Connection: 'close' };
const TOO_SLOW = createRefusal('TIMEOUT', undefined, { headers: { Connection: 'close' } });
const NO_ROOM = createRefusal('SERVICE_UNAVAILABLE', undefined, { headers: RETRY });
const TOO_MANY = createRefusal('TOO_MANY_REQUESTS', 'limit.exceeded', {
  params: { seconds: 1 },
  headers: RETRY,
});

const STALLED = `What came of a body could not be stored for ${(LOOK_EVERY_MS * WINDOW_LOOKS) / 1_000} s.`;

/** Refusing 500 in one tick took 100 ms, which delayed every other request. */
const REFUSED_AT_ONCE = 50;

function refuseSlow(slow: readonly Awaited[]): void {
  for (const { refuse, isPaused } of slow.slice(0, REFUSED_AT_ONCE))
    refuse(isPaused ? new ProcedureError('SERVICE_UNAVAILABLE', STALLED) : new Refused(TOO_SLOW));
  if (slow.length > REFUSED_AT_ONCE) setImmediate(refuseSlow, slow.slice(REFUSED_AT_ONCE));
}

/** A body that is arriving. */
interface Awaited {
  readonly group: AddressGroup<Awaited>;
  bytes: number;
  /** Whether the server has paused reading to wait for something of its own, such as the disk. */
  isPaused: boolean;
  /** The bytes received at each of the last checks. Checks, not times: a blocked event loop reads nothing. */
  readonly looks: number[];
  readonly refuse: (reason: unknown) => void;
}

/**
 * Limits arriving bodies, independently of calls at work. If there is no room for another body, the largest address of
 * the largest IPv6 network loses its oldest one, so that a new body always finds room. One timer checks all bodies, and
 * runs only while there are any.
 */
export function createAwaitedBodies({
  limits = {},
  bodyLimitBytes = 0,
  repeat = repeatUnref,
}: AwaitedBodiesOptions = {}): AwaitedBodies {
  const {
    most = DEFAULT_MOST,
    mostPerAddress = DEFAULT_MOST_PER_ADDRESS,
    bytes: mostBytes = Math.max(DEFAULT_BYTES, 8 * bodyLimitBytes),
    bytesPerAddress = Math.max(DEFAULT_BYTES_PER_ADDRESS, 2 * bodyLimitBytes),
    leastBytesPerWindow = DEFAULT_LEAST_BYTES_PER_WINDOW,
  } = limits;
  const all = new AddressGroup<Awaited>();
  let stopLooking: (() => void) | undefined;

  function look(): void {
    if (all.items.size === 0) close();
    refuseSlow([...all.items].filter(isSlow));
  }

  function isSlow({ bytes, looks }: Awaited): boolean {
    looks.push(bytes);
    if (looks.length <= WINDOW_LOOKS) return false;
    const before = looks.shift() as number;
    return bytes - before < leastBytesPerWindow;
  }

  /** Makes room for one more body of an address, or throws the refusal of its call. */
  function makeRoom(own: AddressGroup<Awaited>): void {
    if (own.address !== '' && own.items.size >= mostPerAddress) throw new Refused(TOO_MANY);
    if (all.items.size < most) return;
    const largest = all.findLargest('items', own);
    if (largest === own || largest === all) throw new Refused(NO_ROOM);
    refuseOldest(largest, NO_ROOM);
  }

  function grow(body: Awaited, bytes: number): void {
    const { group } = body;
    group.resize(body, body.bytes + bytes);
    while (group.address !== '' && group.bytes > bytesPerAddress && group.items.size > 1)
      refuseOldest(group, TOO_MANY, 1);
    while (all.bytes > mostBytes && all.items.size > 1) refuseOldest(all.findLargest('bytes'), NO_ROOM, 1);
  }

  /** Refuses the oldest body of at least `leastBytes`. */
  function refuseOldest({ items }: AddressGroup<Awaited>, refusal: Refusal, leastBytes = 0): void {
    const oldest = [...items].find(({ bytes }) => bytes >= leastBytes);
    oldest?.refuse(new Refused(refusal));
  }

  function close(): void {
    stopLooking?.();
    stopLooking = undefined;
  }

  function awaitBody<T>(group: AddressGroup<Awaited>, receive: Receive<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = () => {
        if (group.items.has(body)) group.remove(body);
      };
      const refuse = (reason: unknown) => {
        end();
        reject(reason);
      };
      const body: Awaited = { group, bytes: 0, isPaused: false, looks: [0], refuse };
      group.add(body);
      stopLooking ??= repeat(look, LOOK_EVERY_MS);
      const onBytes = (count: number) => {
        if (group.items.has(body)) grow(body, count);
        return group.items.has(body);
      };
      const onPause = (isPaused: boolean) => {
        body.isPaused = isPaused;
      };
      receive(onBytes, onPause).finally(end).then(resolve, reject);
    });
  }

  return {
    async track(call, receive) {
      const { gate } = call;
      try {
        const group = all.find(call.address);
        makeRoom(group);
        call.releasePlace();
        const body = await awaitBody(group, receive);
        if (gate && !gate.admit()) throw new Refused(OVERLOADED);
        call.gate = gate;
        return body;
      } catch (thrown) {
        const { body } = call.exchange;
        if (thrown instanceof Refused && !body.isComplete) body.stop();
        throw thrown;
      }
    },
    close,
  };
}
