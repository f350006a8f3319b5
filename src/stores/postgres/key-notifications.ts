import type { ConnectionEvents, PostgresConnection } from './connect-postgres.js';
import type { Query } from './database.js';
import { CHANGES } from './statements.js';

/** Makes other processes look for changed keys sooner. It is an optimization; correctness does not depend on it. */
export interface KeyNotifications {
  /** Starts listening, on a separate connection. */
  listen(): void;
  /** Called after a change was committed. */
  announce(): void;
  stop(): void;
}

export interface NotificationOptions {
  readonly connect: (events: ConnectionEvents) => Promise<PostgresConnection>;
  readonly query: Query;
  readonly onNotification: () => void;
}

/** Changes within this time are announced together. */
const BATCH_DELAY_MS = 10;
const RECONNECT_MS = 1_000;
const LISTEN_MS = 1_000;

export function prepareKeyNotifications({
  connect,
  query,
  onNotification,
}: NotificationOptions): KeyNotifications {
  let isListening = false;
  let connection: PostgresConnection | undefined;
  let reconnecting: NodeJS.Timeout | undefined;
  let announcing: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function connectListener(): Promise<void> {
    const opened = await connect({ onNotification, onLost: reconnect });
    connection = opened;
    if (isStopped) return opened.destroy();
    // Some poolers reject LISTEN. The connection is then replaced after a delay.
    await opened.query(CHANGES.listen, [], LISTEN_MS).catch(() => opened.destroy());
  }

  function reconnect(): void {
    if (isStopped) return;
    reconnecting ??= setTimeout(() => {
      reconnecting = undefined;
      connectListener().catch(reconnect);
    }, RECONNECT_MS).unref();
  }

  return {
    listen() {
      if (isListening) return;
      isListening = true;
      connectListener().catch(reconnect);
    },
    announce() {
      announcing ??= setTimeout(() => {
        announcing = undefined;
        // If it fails, other processes learn of the change at their next poll.
        query(CHANGES.notify).catch(() => {});
      }, BATCH_DELAY_MS).unref();
    },
    stop() {
      isStopped = true;
      clearTimeout(reconnecting);
      clearTimeout(announcing);
      connection?.destroy();
    },
  };
}
