import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '../../definition/context.js';
import type { CallView, Hosting } from '../hosts/hosting.js';
import { AddressGroup } from '../overload/address-group.js';
import type { OpenAnswers } from './open-answers.js';

/** How many bytes of answers may wait for callers to read them. */
export interface UnreadLimits {
  /** Of all callers together; 64 MiB when absent. */
  readonly bytes?: number;
  /** Of one address, an IPv6 address counted by its /64; 8 MiB when absent. */
  readonly bytesPerAddress?: number;
}

export interface UnreadOptions {
  readonly answers: Pick<OpenAnswers, 'ofSocket' | 'listSockets'>;
  readonly hosting: Hosting;
  readonly limits?: UnreadLimits | undefined;
}

/** The connections whose callers have not read what they were answered. */
export interface UnreadAnswers {
  /** Called for each request: the connections are looked at for as long as there are open answers. */
  begin(): void;
  /** Counts an answer that was ended and not written, and cuts connections off where too much waits. */
  note(res: ServerResponse): void;
}

const DEFAULT_BYTES = 64 * 1_048_576;
const DEFAULT_BYTES_PER_ADDRESS = 8 * 1_048_576;

const LOOK_EVERY_MS = 1_000;
/** A timeout is kept to a tenth of it, or to a second. */
const LOOKS_PER_TIMEOUT = 10;
/** So long a caller may take nothing while more waits for the address than may. */
const PAUSE_MS = 1_000;
/** The same for the only connection of the address. */
const LONE_PAUSE_MS = 5_000;
/** What a pipelined answer takes beside its content, its request included, roughly. */
const PIPELINED_BYTES = 4_096;
const WARN_EVERY_MS = 10_000;

/** A connection on which something waits to be read. */
interface Unread {
  readonly socket: Socket;
  readonly group: AddressGroup<Unread>;
  bytes: number;
  /** How many answers it waits in: more than one where requests were pipelined. */
  answers: number;
  /** What the system had taken of the connection's answers at the last look. */
  taken: number;
  /** For how long it has taken nothing, as far as the looks tell: a blocked event loop does not count. Below zero at first. */
  quietMs: number;
}

/**
 * Cuts off connections whose callers do not read: after `answerTimeoutMs` without progress, and where more bytes wait for
 * an address than its limit allows, those of them that take nothing and those with pipelined answers, the longest quiet
 * first. Where more wait in all, whatever their callers do: those of the address that holds most, of the IPv6 network
 * that holds most, in the same order.
 * One timer looks at all connections, and only while there are open answers; an answer that goes out at once costs nothing.
 */
export function createUnreadAnswers({
  answers,
  hosting,
  limits: { bytes: limit = DEFAULT_BYTES, bytesPerAddress: share = DEFAULT_BYTES_PER_ADDRESS } = {},
}: UnreadOptions): UnreadAnswers {
  const all = new AddressGroup<Unread>();
  const unread = new Map<Socket, Unread>();
  let everyMs = LOOK_EVERY_MS;
  let lookedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const tell = prepareTelling(hosting.log);

  function look(): void {
    const open = answers.listSockets();
    if (open.length === 0 && unread.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    const now = performance.now();
    const passedMs = Math.min(everyMs, now - lookedAt);
    lookedAt = now;
    for (const connection of unread.values()) {
      connection.quietMs = isMoving(connection) ? 0 : connection.quietMs + passedMs;
      measure(connection.socket);
    }
    for (const socket of open) if (!unread.has(socket)) measure(socket);
    const timeoutMs = hosting.readAnswerTimeoutMs();
    for (const connection of unread.values()) {
      if (connection.quietMs >= timeoutMs) cut(connection, 'timeout');
    }
    for (const group of new Set([...unread.values()].map(({ group }) => group))) enforceShare(group);
    enforceTotal();
  }

  /** Whether the system has taken something since the last look, or waits for nothing but the handler. */
  function isMoving(connection: Unread): boolean {
    const { socket } = connection;
    const before = connection.taken;
    connection.taken = countTaken(socket);
    return connection.taken !== before || socket.writableLength === 0;
  }

  function measure(socket: Socket): void {
    const known = unread.get(socket);
    if (socket.destroyed) return void (known && forget(known));
    // A write stays in memory as a whole until the system has taken its last byte. Of a text `writableLength` counts the
    // characters, so that what is left of it can take more.
    let bytes = Math.max(socket.writableLength, socket.bytesWritten - countTaken(socket));
    let count = bytes > 0 ? 1 : 0;
    for (const res of answers.ofSocket(socket)) {
      // Node keeps an answer in itself until those before it on its connection are written.
      const own = res.socket ? res.writableLength - socket.writableLength : res.writableLength;
      if (own <= 0) continue;
      bytes += res.socket ? own : own + PIPELINED_BYTES;
      count += res.socket ? 0 : 1;
    }
    if (bytes === 0) return void (known && forget(known));
    weigh(known ?? add(socket), bytes, count);
  }

  function weigh(connection: Unread, bytes: number, count: number): void {
    connection.group.resize(connection, bytes);
    connection.answers = count;
  }

  function add(socket: Socket): Unread {
    const [first] = answers.ofSocket(socket);
    const group = all.find(first ? hosting.readAddress(first.req) : (socket.remoteAddress ?? ''));
    const connection = { socket, group, bytes: 0, answers: 0, taken: countTaken(socket), quietMs: -everyMs };
    group.add(connection);
    unread.set(socket, connection);
    return connection;
  }

  function forget(connection: Unread): void {
    unread.delete(connection.socket);
    connection.group.remove(connection);
  }

  function enforceShare(group: AddressGroup<Unread>): void {
    if (group.bytes <= share) return;
    // What was read since the last look does not wait any more.
    for (const { socket } of group.items) measure(socket);
    while (group.bytes > share) {
      const connection = findFirst(group);
      if (isRead(connection)) return;
      cut(connection, 'address');
    }
  }

  function enforceTotal(): void {
    if (all.bytes <= limit) return;
    for (const socket of unread.keys()) measure(socket);
    while (all.bytes > limit) {
      const connection = findFirst(all.findLargest('bytes'));
      if (unread.size === 1 && isRead(connection)) return;
      cut(connection, 'total');
    }
  }

  function cut(connection: Unread, cause: Cause): void {
    const { socket, group, bytes } = connection;
    const [first] = answers.ofSocket(socket);
    tell({ cause, address: group.address, bytes, ...(first && hosting.describe(first)) });
    forget(connection);
    socket.destroy();
  }

  return {
    begin() {
      if (timer) return;
      everyMs = Math.min(LOOK_EVERY_MS, Math.ceil(hosting.readAnswerTimeoutMs() / LOOKS_PER_TIMEOUT));
      // What callers took while the event loop was blocked is counted first.
      timer = setInterval(() => setImmediate(look), everyMs).unref();
    },
    note(res) {
      const { socket } = res.req;
      const known = unread.get(socket);
      // Of many pipelined answers each is counted once, not all of them with each.
      if (known && !res.socket) {
        weigh(known, known.bytes + res.writableLength + PIPELINED_BYTES, known.answers + 1);
      } else measure(socket);
      const group = unread.get(socket)?.group;
      if (group) enforceShare(group);
      enforceTotal();
    },
  };
}

/** What a connection was cut off for. */
type Cause = 'timeout' | 'address' | 'total';

interface Cut extends Partial<CallView> {
  readonly cause: Cause;
  readonly address: string;
  readonly bytes: number;
}

/** Whether an answer is on its way to a caller who reads, and who asked for no other one behind it. */
function isRead({ answers, quietMs, group }: Unread): boolean {
  return answers <= 1 && quietMs < (group.items.size === 1 ? LONE_PAUSE_MS : PAUSE_MS);
}

/** One that nobody reads, or that has taken nothing for longer, goes first. */
function goesBefore(connection: Unread, other: Unread): boolean {
  const isOtherRead = isRead(other);
  return isRead(connection) === isOtherRead ? connection.quietMs > other.quietMs : isOtherRead;
}

function findFirst({ items }: AddressGroup<Unread>): Unread {
  let found: Unread | undefined;
  for (const connection of items) if (!found || goesBefore(connection, found)) found = connection;
  return found as Unread;
}

/**
 * How many bytes of a connection the system has taken. Node's own count holds a write as a whole until its last byte is
 * taken, which for a long answer takes as long as reading it; where its handle does not tell, that has to do.
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

/** Prepares what logs each cut for who looks for it, and warns of them every ten seconds, since callers can cause many. */
function prepareTelling(log: Logger): (cut: Cut) => void {
  let count = 0;
  let warnAt = Number.NEGATIVE_INFINITY;
  return (cut) => {
    count += 1;
    log.debug(cut, 'an answer was cut off because its caller did not read it');
    const now = performance.now();
    if (now < warnAt) return;
    log.warn({ count, last: cut }, 'answers were cut off because their callers did not read them');
    warnAt = now + WARN_EVERY_MS;
    count = 0;
  };
}
