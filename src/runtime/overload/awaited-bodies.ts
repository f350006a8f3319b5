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

const DEFAULT_MAX_BODIES = 2_000;
const DEFAULT_MAX_BODIES_PER_ADDRESS = 200;
const DEFAULT_MAX_BYTES = 64 * 1_048_576;
const DEFAULT_MAX_BYTES_PER_ADDRESS = 16 * 1_048_576;
const DEFAULT_MIN_BYTES_PER_WINDOW = 5 * 1_024;

/** The interval of checks, and the number of checks in a window. */
export const CHECK_INTERVAL_MS = 1_000;
export const CHECKS_PER_WINDOW = 5;

const RETRY = { 'Retry-After': '1', Connection: 'close' };
const TOO_SLOW = createRefusal('TIMEOUT', undefined, { headers: { Connection: 'close' } });
const NO_ROOM = createRefusal('SERVICE_UNAVAILABLE', undefined, { headers: RETRY });
const TOO_MANY = createRefusal('TOO_MANY_REQUESTS', 'limit.exceeded', {
  params: { seconds: 1 },
  headers: RETRY,
});

const STALLED = `The received part of a body could not be stored for ${(CHECK_INTERVAL_MS * CHECKS_PER_WINDOW) / 1_000} s.`;

/** Refusing 500 in one tick took 100 ms, which delayed every other request. */
const REFUSALS_PER_TICK = 50;

function refuseSlow(slow: readonly ArrivingBody[]): void {
  for (const { refuse, isPaused } of slow.slice(0, REFUSALS_PER_TICK))
    refuse(isPaused ? new ProcedureError('SERVICE_UNAVAILABLE', STALLED) : new Refused(TOO_SLOW));
  if (slow.length > REFUSALS_PER_TICK) setImmediate(refuseSlow, slow.slice(REFUSALS_PER_TICK));
}

/** A body that is arriving. */
interface ArrivingBody {
  readonly group: AddressGroup<ArrivingBody>;
  bytes: number;
  /** Whether the server has paused reading to wait for something of its own, such as the disk. */
  isPaused: boolean;
  /** The bytes received at each of the last checks. Checks, not times: a blocked event loop reads nothing. */
  readonly samples: number[];
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
    most: maxBodies = DEFAULT_MAX_BODIES,
    mostPerAddress: maxBodiesPerAddress = DEFAULT_MAX_BODIES_PER_ADDRESS,
    bytes: maxBytes = Math.max(DEFAULT_MAX_BYTES, 8 * bodyLimitBytes),
    bytesPerAddress: maxBytesPerAddress = Math.max(DEFAULT_MAX_BYTES_PER_ADDRESS, 2 * bodyLimitBytes),
    leastBytesPerWindow: minBytesPerWindow = DEFAULT_MIN_BYTES_PER_WINDOW,
  } = limits;
  const all = new AddressGroup<ArrivingBody>();
  let stopChecking: (() => void) | undefined;

  function check(): void {
    if (all.items.size === 0) close();
    refuseSlow([...all.items].filter(isSlow));
  }

  function isSlow({ bytes, samples }: ArrivingBody): boolean {
    samples.push(bytes);
    if (samples.length <= CHECKS_PER_WINDOW) return false;
    const before = samples.shift() as number;
    return bytes - before < minBytesPerWindow;
  }

  /** Makes room for one more body of an address, or throws the refusal of its call. */
  function makeRoom(own: AddressGroup<ArrivingBody>): void {
    if (own.address !== '' && own.items.size >= maxBodiesPerAddress) throw new Refused(TOO_MANY);
    if (all.items.size < maxBodies) return;
    const largest = all.findLargest('items', own);
    if (largest === own || largest === all) throw new Refused(NO_ROOM);
    refuseOldest(largest, NO_ROOM);
  }

  function grow(body: ArrivingBody, bytes: number): void {
    const { group } = body;
    group.resize(body, body.bytes + bytes);
    while (group.address !== '' && group.bytes > maxBytesPerAddress && group.items.size > 1)
      refuseOldest(group, TOO_MANY, 1);
    while (all.bytes > maxBytes && all.items.size > 1) refuseOldest(all.findLargest('bytes'), NO_ROOM, 1);
  }

  /** Refuses the oldest body of at least `leastBytes`. */
  function refuseOldest({ items }: AddressGroup<ArrivingBody>, refusal: Refusal, minBytes = 0): void {
    const oldest = [...items].find(({ bytes }) => bytes >= minBytes);
    oldest?.refuse(new Refused(refusal));
  }

  function close(): void {
    stopChecking?.();
    stopChecking = undefined;
  }

  function awaitBody<T>(group: AddressGroup<ArrivingBody>, receive: Receive<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = () => {
        if (group.items.has(body)) group.remove(body);
      };
      const refuse = (reason: unknown) => {
        end();
        reject(reason);
      };
      const body: ArrivingBody = { group, bytes: 0, isPaused: false, samples: [0], refuse };
      group.add(body);
      stopChecking ??= repeat(check, CHECK_INTERVAL_MS);
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
