import { connect, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { quick, read } from '../runtime/support/small-procedures.js';
import { routeOf, type ServiceSetup, startService, stopServices } from '../runtime/support/start-service.js';

afterAll(stopServices);

const start = (setup: Partial<ServiceSetup> = {}) =>
  startService({
    routes: [routeOf('quick', quick), routeOf('read', read, { body: 'required' })],
    ...setup,
  });

/** A caller who sends a byte a second and never comes to an end; resolves to how long the server put up with it. */
function drip(port: number, head: string): Promise<number> {
  return new Promise((resolve) => {
    const begin = performance.now();
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(head));
    const timer = setInterval(() => socket.write('a'), 1_000);
    socket.on('error', () => {});
    socket.resume();
    socket.on('close', () => {
      clearInterval(timer);
      resolve(performance.now() - begin);
    });
  });
}

it('H-03 1,000 slow headers and bodies are cut, and others are answered', async () => {
  const { url, ask, http } = await start();
  const port = Number(new URL(url).port);
  const headers = Array.from({ length: 1_000 }, () =>
    drip(port, 'GET /api/quick HTTP/1.1\r\nHost: test\r\nX-A: '),
  );
  const bodies = Array.from({ length: 1_000 }, () =>
    drip(
      port,
      'POST /api/read HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"',
    ),
  );
  let isOver = false;
  const healthy = (async () => {
    const statuses = new Set<number>();
    while (!isOver) statuses.add((await ask('/api/quick')).status);
    return statuses;
  })();
  // What a machine that does much else takes longer is not the server's; what it is set to is.
  const { headersTimeout, requestTimeout, keepAliveTimeout } = http.server;
  expect([headersTimeout, requestTimeout, keepAliveTimeout]).toEqual([10_000, 0, 5_000]);
  expect(Math.max(...(await Promise.all(headers)))).toBeLessThan(26_000);
  expect(Math.max(...(await Promise.all(bodies)))).toBeLessThan(66_000);
  isOver = true;
  expect([...(await healthy)]).toEqual([200]);
  await expect.poll(() => countConnections(http.server)).toBeLessThan(10);
});

it('H-05 10,000 uploads that are given up leave nothing behind', async () => {
  // Slow ones are not refused: what has gone is noticed by itself.
  const { url, http, ask } = await start({ options: { awaitedBodies: { leastBytesPerWindow: 0 } } });
  const port = Number(new URL(url).port);
  const head =
    'POST /api/read HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"name"';
  for (let round = 0; round < 50; round++) {
    await Promise.all(Array.from({ length: 200 }, () => giveUp(port, head)));
  }
  await expect.poll(() => countConnections(http.server)).toBe(0);
  expect((await ask('/api/quick')).status).toBe(200);
});

/** Sends the beginning of a request and resets the connection. */
function giveUp(port: number, head: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(head, () => socket.resetAndDestroy()));
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });
}

function countConnections(server: {
  getConnections(callback: (error: Error | null, count: number) => void): unknown;
}) {
  return new Promise<number>((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
