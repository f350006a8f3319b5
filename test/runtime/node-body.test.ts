import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { NodeBody } from '../../src/runtime/hosts/node-body.js';
import { openRaw } from './support/raw-connection.js';

const server = createServer();
afterEach(() => server.close());

/** Begins a request, and returns it as Node passes it on. */
async function begin(text: string) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const requested = once(server, 'request');
  const connection = await openRaw(`http://127.0.0.1:${port}`, text);
  const [req, res] = (await requested) as [IncomingMessage, ServerResponse];
  return { connection, req, res };
}

function countHeapBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

it('A body of single bytes takes memory for its bytes, not for each chunk', async () => {
  const { connection, req, res } = await begin(
    'POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  const before = countHeapBytes();
  let left = 200_000;
  const body = new NodeBody(req, res, {});
  let reading: Promise<Buffer> | undefined;
  await new Promise<void>((resolve) => {
    reading = body.read(1_000_000, (count) => {
      left -= count;
      if (left === 0) resolve();
    });
    connection.socket.write('1\r\nx\r\n'.repeat(left));
  });
  expect(countHeapBytes() - before).toBeLessThan(5_000_000);
  connection.socket.write('0\r\n\r\n');
  expect(String(await reading)).toBe('x'.repeat(200_000));
  connection.socket.destroy();
});

it('A form is not waited for whose caller went away before it is read, as while a guard asks who it is', async () => {
  const { connection, req, res } = await begin(
    'POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 3000\r\n\r\nsome of it',
  );
  const gone = once(res, 'close');
  connection.socket.destroy();
  await gone;
  const reading = new NodeBody(req, res, {}).readChunks(3_000, () => undefined);
  await expect(reading).rejects.toMatchObject({ code: 'CLIENT_CLOSED_REQUEST' });
});

it('A body that is shorter than its Content-Length is a BAD_REQUEST, also where the host does not check it', async () => {
  const stream = Readable.from([Buffer.from('abc')], { objectMode: false });
  const req = Object.assign(stream, { headers: { 'content-length': '5' } }) as unknown as IncomingMessage;
  const reading = new NodeBody(req, {} as ServerResponse, {}).read(100, () => {});
  await expect(reading).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
