import { once } from 'node:events';
import { connect as connectSocket, createServer, type Socket } from 'node:net';

/** A wire between a store and its PostgreSQL that can fail. */
export interface WireProxy {
  readonly port: number;
  /** Connections that are open now. */
  count(): number;
  /** From now on nothing arrives at either side, on new connections too; nothing is closed. */
  silence(): void;
  /** Ends the silence for new connections. Those that were silent stay so. */
  restore(): void;
  /** Closes all connections. */
  cut(): void;
  /** Calls `isLost` with each message of a client; where it says so, the message arrives, and the answer never does. */
  loseAnswers(isLost: (message: string) => boolean): void;
  /** Replaces bytes in what the server says; both texts have one length. */
  replace(from: string, to: string): void;
  close(): Promise<void>;
}

export async function startWireProxy(target: number): Promise<WireProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  let isLost = (_: string) => false;
  let replacement: readonly [string, string] | null = null;

  const server = createServer((client) => {
    const upstream = connectSocket(target, '127.0.0.1');
    let losesAnswers = false;
    const isCut = () => isSilent || silenced.has(client);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => {});
      from.once('close', () => {
        sockets.delete(client);
        to.destroy();
      });
      from.on('data', (chunk) => {
        if (isCut()) return;
        if (from === client) losesAnswers ||= isLost(chunk.toString('latin1'));
        else if (losesAnswers) {
          client.destroy();
          return;
        }
        to.write(replacement === null || from === client ? chunk : replace(chunk, replacement));
      });
    }
    sockets.add(client);
  });
  const silenced = new WeakSet<Socket>();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    count: () => sockets.size,
    silence() {
      isSilent = true;
      for (const socket of sockets) silenced.add(socket);
    },
    restore() {
      for (const socket of sockets) silenced.add(socket);
      isSilent = false;
    },
    cut,
    loseAnswers(decide) {
      isLost = decide;
    },
    replace(from, to) {
      replacement = [from, to];
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

function replace(chunk: Buffer, [from, to]: readonly [string, string]): Buffer {
  return Buffer.from(chunk.toString('latin1').replaceAll(from, to), 'latin1');
}
