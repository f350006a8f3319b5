import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { NodeBody } from '../../src/runtime/hosts/node-body.js';
import { openRaw } from './support/raw-connection.js';

const server = createServer();
afterEach(() => server.close());

it('A form is not waited for whose caller went away before it is read, as while a guard asks who it is', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const requested = once(server, 'request');
  const head = 'POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 3000\r\n\r\nsome of it';
  const connection = await openRaw(`http://127.0.0.1:${port}`, head);
  const [req, res] = (await requested) as [IncomingMessage, ServerResponse];
  const gone = once(res, 'close');
  connection.socket.destroy();
  await gone;
  const reading = new NodeBody(req, res, {}).readChunks(3_000, () => undefined);
  await expect(reading).rejects.toMatchObject({ code: 'CLIENT_CLOSED_REQUEST' });
});
