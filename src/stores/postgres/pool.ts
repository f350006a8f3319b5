import { StoreError } from '../store-error.js';
import type { PostgresConnection } from './connect-postgres.js';

/** A few connections that all work shares. */
export interface Pool {
  /**
   * Runs the work with exclusive use of a connection. Rejects with an UNAVAILABLE `StoreError` if none is free in time,
   * and immediately during an outage.
   */
  use<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T>;
  /** Rejects further work, waits for running work and closes the connections. */
  close(): Promise<void>;
}

export interface PoolOptions {
  /** Rejects with an error whose message gives the reason. */
  readonly connect: () => Promise<PostgresConnection>;
  /** The name of the store in messages. */
  readonly name: string;
}

export const MAX_CONNECTIONS = 4;
const MAX_WAITING = 1_000;
const WAIT_MS = 1_000;
const RECONNECT_MS = 250;

interface Waiting {
  readonly resolve: (connection: PostgresConnection) => void;
  readonly reject: (error: StoreError) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * An outage begins when a connection is destroyed for a problem of the server, or when none can be opened and no other
 * can be used. It ends when one can be opened. Connections from before an outage are not reused. After a failure to
 * open a connection, the pool waits for `RECONNECT_MS` before it opens another one.
 */
export function createPool({ connect, name }: PoolOptions): Pool {
  /** Open connections that may be reused. */
  const reusable = new Set<PostgresConnection>();
  const idle: PostgresConnection[] = [];
  const waiting = new Set<Waiting>();
  /** The number of connections that are open or being opened. */
  let size = 0;
  let outage: StoreError | null = null;
  let reconnecting: NodeJS.Timeout | undefined;
  let isClosed = false;
  let running = 0;
  let onIdle = () => {};

  function acquire(): Promise<PostgresConnection> {
    if (isClosed) return Promise.reject(new StoreError('UNAVAILABLE', 'The store is closed.'));
    if (outage !== null) return Promise.reject(outage);
    for (let next = idle.pop(); next !== undefined; next = idle.pop()) {
      if (!next.isLost) return Promise.resolve(next);
      discard(next);
    }
    if (waiting.size >= MAX_WAITING) return Promise.reject(explain('too many calls are waiting for it'));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(waiter);
        reject(explain(`no connection was free for ${WAIT_MS} ms`));
      }, WAIT_MS);
      const waiter = { resolve, reject, timer };
      waiting.add(waiter);
      openIfNeeded();
    });
  }

  async function open(): Promise<void> {
    size += 1;
    try {
      const connection = await connect();
      outage = null;
      reusable.add(connection);
      release(connection);
    } catch (error) {
      size -= 1;
      if ([...reusable].every(({ isLost }) => isLost)) beginOutage((error as Error).message);
      reconnectAfter(RECONNECT_MS);
    }
  }

  function openIfNeeded(): void {
    if (waiting.size > 0 && size < MAX_CONNECTIONS && reconnecting === undefined) void open();
  }

  function release(connection: PostgresConnection): void {
    const { serverProblem } = connection;
    if (serverProblem !== null && reusable.has(connection)) {
      beginOutage(serverProblem);
      reconnectAfter(0);
    }
    if (isClosed || connection.isLost || !reusable.has(connection)) {
      discard(connection);
      openIfNeeded();
      return;
    }
    const [first] = waiting;
    if (first === undefined) idle.push(connection);
    else {
      removeWaiter(first);
      first.resolve(connection);
    }
  }

  function discard(connection: PostgresConnection): void {
    reusable.delete(connection);
    connection.destroy();
    size -= 1;
  }

  function removeWaiter(waiter: Waiting): void {
    clearTimeout(waiter.timer);
    waiting.delete(waiter);
  }

  function beginOutage(cause: string): void {
    outage = explain(cause);
    rejectWaiting(outage);
    for (const connection of idle.splice(0)) discard(connection);
    reusable.clear();
  }

  /** Opens a connection after the delay if one is still needed, and none until then. */
  function reconnectAfter(delayMs: number): void {
    if (isClosed) return;
    reconnecting ??= setTimeout(() => {
      reconnecting = undefined;
      if (outage === null) openIfNeeded();
      else void open();
    }, delayMs).unref();
  }

  function rejectWaiting(error: StoreError): void {
    for (const waiter of waiting) {
      removeWaiter(waiter);
      waiter.reject(error);
    }
  }

  function explain(cause: string): StoreError {
    return new StoreError('UNAVAILABLE', `The store ${name} cannot be reached: ${cause}.`);
  }

  return {
    async use(work) {
      const connection = await acquire();
      running += 1;
      try {
        return await work(connection);
      } finally {
        running -= 1;
        release(connection);
        if (running === 0) onIdle();
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(reconnecting);
      rejectWaiting(new StoreError('UNAVAILABLE', 'The store is closed.'));
      if (running > 0) {
        await new Promise<void>((resolve) => {
          onIdle = resolve;
        });
      }
      for (const connection of idle.splice(0)) discard(connection);
    },
  };
}
