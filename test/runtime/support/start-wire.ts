import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Wire {
  readonly port: number;
  /** Milliseconds that every chunk is held back in each direction; `Infinity` loses it without a word. */
  delayMs: number;
  /** The port on this machine to which further connections lead. */
  target: number;
  close(): Promise<void>;
}

/** A wire to `target` on this machine that can be slow, or be cut without anybody noticing. */
export async function startWire(target: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(wire.target, '127.0.0.1');
    carry(near, far);
    carry(far, near);
  });
  const carry = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (chunk) => {
      if (wire.delayMs === 0) to.write(chunk);
      else if (Number.isFinite(wire.delayMs)) setTimeout(() => to.write(chunk), wire.delayMs);
    });
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const wire = {
    port: typeof address === 'object' && address ? address.port : 0,
    delayMs: 0,
    target,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return wire;
}
