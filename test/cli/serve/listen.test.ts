import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listen } from '../../../src/cli/serve/listen.js';

const opened: Server[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await new Promise((resolve) => server.close(resolve));
});

function open(): Server {
  const server = createServer();
  opened.push(server);
  return server;
}

const anyPort = { host: '127.0.0.1', port: { number: 0, isExplicit: true } };

test('Port 0 takes any free port and says which.', async () => {
  const server = open();
  const port = await listen(server, anyPort);
  expect(port).toBeGreaterThan(0);
  expect(server.address()).toMatchObject({ port });
});

test('A busy port that was asked for is a failure that names it.', async () => {
  const port = await listen(open(), anyPort);
  await expect(
    listen(open(), { host: '127.0.0.1', port: { number: port, isExplicit: true } }),
  ).rejects.toThrow(`Port ${port} is already in use.`);
});

test('From a busy default port it moves on to the next free one.', async () => {
  const busy = await listen(open(), anyPort);
  const port = await listen(open(), { host: '127.0.0.1', port: { number: busy, isExplicit: false } });
  expect(port).toBeGreaterThan(busy);
  expect(port).toBeLessThan(busy + 20);
});

test('An address of another machine is a failure that names it.', async () => {
  await expect(listen(open(), { ...anyPort, host: '192.0.2.1' })).rejects.toThrow(
    '"192.0.2.1" is not an address of this machine.',
  );
});
