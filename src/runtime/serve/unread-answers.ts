import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '../../definition/context.js';
import type { CallView, Hosting } from '../hosts/hosting.js';
import { AddressGroup } from '../overload/address-group.js';
import type { OpenAnswers } from './open-answers.js';

/** Limits for bytes of responses that callers have not read. */
export interface UnreadLimits {
  /** For all callers together; 64 MiB when absent. */
  readonly bytes?: number;
  /** For one address, or the /64 of an IPv6 address; 8 MiB when absent. */
  readonly bytesPerAddress?: number;
}

export interface UnreadOptions {
  readonly answers: Pick<OpenAnswers, 'ofSocket' | 'listSockets'>;
  readonly hosting: Hosting;
  readonly limits?: UnreadLimits | undefined;
}

/** The connections with responses that their callers have not read. */
export interface UnreadAnswers {
  /** Called for each request: connections are checked while there are open responses. */
  begin(): void;
  /** Counts a response that was ended and not written, and cuts off connections if a limit is exceeded. */
  track(res: ServerResponse): void;
}

const DEFAULT_BYTES = 64 * 1_048_576;
const DEFAULT_BYTES_PER_ADDRESS = 8 * 1_048_576;

const CHECK_INTERVAL_MS = 1_000;
/** Makes a timeout accurate to a tenth of it, or to a second. */
const CHECKS_PER_TIMEOUT = 10;
/** How long a caller may read nothing while its address exceeds its limit. */
const PAUSE_MS = 1_000;
/** The same for the only connection of an address. */
const LONE_PAUSE_MS = 5_000;
/** The approximate size of a pipelined response besides its content, including its request. */
const PIPELINED_BYTES = 4_096;
const WARN_EVERY_MS = 10_000;

/** A connection with unread bytes. */
interface Unread {
  readonly socket: Socket;
  readonly group: AddressGroup<Unread>;
  bytes: number;
  /** The number of unread responses, more than one if requests were pipelined. */
  answers: number;
  /** The bytes that the operating system had taken at the last check. */
  takenBytes: number;
  /** How long it has taken nothing, as measured by checks: a blocked event loop does not count. Negative at first. */
  quietMs: number;
}

/**
 * Cuts off connections whose callers do not read: those without progress for `answerTimeoutMs`; if an address exceeds
 * its limit, its connections that take nothing or have pipelined responses, the longest quiet first; and if the total
 * exceeds its limit, connections of the largest address of the largest IPv6 network in the same order, even if their
 * callers read. One timer checks all connections, and runs only while there are open responses; a response that is
 * written at once costs nothing.
 */
export function createUnreadAnswers({
  answers,
  hosting,
  limits: {
    bytes: totalLimit = DEFAULT_BYTES,
    bytesPerAddress: addressLimit = DEFAULT_BYTES_PER_ADDRESS,
  } = {},
}: UnreadOptions): UnreadAnswers {
  const all = new AddressGroup<Unread>();
  const unread = new Map<Socket, Unread>();
  let intervalMs = CHECK_INTERVAL_MS;
  let checkedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const logCut = prepareCutLog(hosting.log);

  function check(): void {
    const open = answers.listSockets();
    if (open.length === 0 && unread.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    const now = performance.now();
    const passedMs = Math.min(intervalMs, now - checkedAt);
    checkedAt = now;
    for (const connection of unread.values()) {
      connection.quietMs = isMoving(connection) ? 0 : connection.quietMs + passedMs;
      measure(connection.socket);
    }
    for (const socket of open) if (!unread.has(socket)) measure(socket);
    const timeoutMs = hosting.readAnswerTimeoutMs();
    for (const connection of unread.values()) {
      if (connection.quietMs >= timeoutMs) cut(connection, 'timeout');
    }
    for (const group of new Set([...unread.values()].map(({ group }) => group))) enforceAddressLimit(group);
    enforceTotalLimit();
  }

  /** Whether the operating system has taken bytes since the last check, or only the handler's output is missing. */
  function isMoving(connection: Unread): boolean {
    const { socket } = connection;
    const before = connection.takenBytes;
    connection.takenBytes = countTaken(socket);
    return connection.takenBytes !== before || socket.writableLength === 0;
  }

  function measure(socket: Socket): void {
    const known = unread.get(socket);
    if (socket.destroyed) return void (known && remove(known));
    // A write stays in memory until the operating system has taken its last byte. For a text `writableLength` counts
    // characters, so the rest may be larger.
    let bytes = Math.max(socket.writableLength, socket.bytesWritten - countTaken(socket));
    let count = bytes > 0 ? 1 : 0;
    for (const res of answers.ofSocket(socket)) {
      // Node buffers a response separately until those before it on its connection are written.
      const own = res.socket ? res.writableLength - socket.writableLength : res.writableLength;
      if (own <= 0) continue;
      bytes += res.socket ? own : own + PIPELINED_BYTES;
      count += res.socket ? 0 : 1;
    }
    if (bytes === 0) return void (known && remove(known));
    update(known ?? add(socket), bytes, count);
  }

  function update(connection: Unread, bytes: number, count: number): void {
    connection.group.resize(connection, bytes);
    connection.answers = count;
  }

  function add(socket: Socket): Unread {
    const [first] = answers.ofSocket(socket);
    const group = all.find(first ? hosting.readAddress(first.req) : (socket.remoteAddress ?? ''));
    const connection = {
      socket,
      group,
      bytes: 0,
      answers: 0,
      takenBytes: countTaken(socket),
      quietMs: -intervalMs,
    };
    group.add(connection);
    unread.set(socket, connection);
    return connection;
  }

  function remove(connection: Unread): void {
    unread.delete(connection.socket);
    connection.group.remove(connection);
  }

  function enforceAddressLimit(group: AddressGroup<Unread>): void {
    if (group.bytes <= addressLimit) return;
    // Excludes what was read since the last check.
    for (const { socket } of group.items) measure(socket);
    while (group.bytes > addressLimit) {
      const connection = findFirst(group);
      if (isRead(connection)) return;
      cut(connection, 'address');
    }
  }

  function enforceTotalLimit(): void {
    if (all.bytes <= totalLimit) return;
    for (const socket of unread.keys()) measure(socket);
    while (all.bytes > totalLimit) {
      const connection = findFirst(all.findLargest('bytes'));
      if (unread.size === 1 && isRead(connection)) return;
      cut(connection, 'total');
    }
  }

  function cut(connection: Unread, cause: Cause): void {
    const { socket, group, bytes } = connection;
    const [first] = answers.ofSocket(socket);
    logCut({ cause, address: group.address, bytes, ...(first && hosting.describe(first)) });
    remove(connection);
    socket.destroy();
  }

  return {
    begin() {
      if (timer) return;
      intervalMs = Math.min(CHECK_INTERVAL_MS, Math.ceil(hosting.readAnswerTimeoutMs() / CHECKS_PER_TIMEOUT));
      // Checks after pending I/O, so that what callers took while the event loop was blocked counts.
      timer = setInterval(() => setImmediate(check), intervalMs).unref();
    },
    track(res) {
      const { socket } = res.req;
      const known = unread.get(socket);
      // Counts each of many pipelined responses once, instead of all of them each time.
      if (known && !res.socket) {
        update(known, known.bytes + res.writableLength + PIPELINED_BYTES, known.answers + 1);
      } else measure(socket);
      const group = unread.get(socket)?.group;
      if (group) enforceAddressLimit(group);
      enforceTotalLimit();
    },
  };
}

/** Why a connection was cut off. */
type Cause = 'timeout' | 'address' | 'total';

interface Cut extends Partial<CallView> {
  readonly cause: Cause;
  readonly address: string;
  readonly bytes: number;
}

/** Whether the caller reads the response and has no other one pipelined behind it. */
function isRead({ answers, quietMs, group }: Unread): boolean {
  return answers <= 1 && quietMs < (group.items.size === 1 ? LONE_PAUSE_MS : PAUSE_MS);
}

/** Unread connections go first, then those that have been quiet for longer. */
function isCutBefore(connection: Unread, other: Unread): boolean {
  const isOtherRead = isRead(other);
  return isRead(connection) === isOtherRead ? connection.quietMs > other.quietMs : isOtherRead;
}

function findFirst({ items }: AddressGroup<Unread>): Unread {
  let found: Unread | undefined;
  for (const connection of items) if (!found || isCutBefore(connection, found)) found = connection;
  return found as Unread;
}

/**
 * Returns how many bytes of a connection the operating system has taken. Node's own count includes a write only once
 * its last byte is taken, which for a long response takes as long as reading it. The fallback for a handle without
 * counters.
 */
function countTaken(socket: Socket): number {
  const { bytesWritten, writeQueueSize } =
    (socket as { readonly _handle?: Partial<Handle> | null })._handle ?? {};
  if (bytesWritten === undefined || writeQueueSize === undefined)
    return socket.bytesWritten - socket.writableLength;
  return bytesWritten - writeQueueSize;
}

interface Handle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/** Prepares the log of cuts: a debug line each, and a warning at most every ten seconds, since there can be many. */
function prepareCutLog(log: Logger): (cut: Cut) => void {
  let count = 0;
  let warnAt = Number.NEGATIVE_INFINITY;
  return (cut) => {
    count += 1;
    log.debug(cut, 'a response was cut off because its caller did not read it');
    const now = performance.now();
    if (now < warnAt) return;
    log.warn({ count, last: cut }, 'responses were cut off because their callers did not read them');
    warnAt = now + WARN_EVERY_MS;
    count = 0;
  };
}
