import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { pressSteadily } from './press-steadily.js';

const REQUEST = 'GET / HTTP/1.1\r\nHost: bench\r\n\r\n';

/** Runs `use` with the port of a server that calls `respond` for what is not a probe. */
async function withServer<T>(respond: () => number, use: (port: number) => Promise<T>): Promise<T> {
  const server = createServer((req, res) => {
    res.statusCode = req.url === '/' ? respond() : 200;
    res.setHeader('Content-Length', 0).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    return await use((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it('Requests that fall due while a server stalls have waited since they were due', async () => {
  let answered = 0;
  const stall = () => {
    if (++answered === 50) for (const end = performance.now() + 200; performance.now() < end; );
    return 200;
  };
  const tookMs = await withServer(stall, (port) =>
    pressSteadily({ port, request: REQUEST, status: 200, rate: 500, forMs: 600 }),
  );
  expect(tookMs).toHaveLength(300);
  // 100 fell due within the 200 ms: half of them more than 100 ms before its end.
  expect(tookMs.filter((ms) => ms > 95).length).toBeGreaterThan(45);
});

it('An odd status ends the pressure', async () => {
  let answered = 0;
  const refuse = () => (++answered > 10 ? 503 : 200);
  const pressed = withServer(refuse, (port) =>
    pressSteadily({ port, request: REQUEST, status: 200, rate: 1_000, forMs: 5_000 }),
  );
  await expect(pressed).rejects.toThrow('503');
});
