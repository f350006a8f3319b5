import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port of loopback that is free now, below those that systems give away: a server that stops and is started again finds it
 * free again, whatever connects and listens meanwhile.
 */
export async function findPort(): Promise<number> {
  const port = randomInt(15_000, 32_768);
  const probe = createServer().listen(port, '127.0.0.1');
  const isFree = await once(probe, 'listening').then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') return false;
      throw error;
    },
  );
  if (!isFree) return findPort();
  probe.close();
  await once(probe, 'close');
  return port;
}
