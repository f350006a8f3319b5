import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleProcess } from '../bundle-process.js';
import { type BuiltService, buildService } from './build-service.js';

const WARM_UP = 200_000;
const REQUESTS = 1_000_000;
const SOCKETS = 8;
const BATCH = 40;
const HEAD_END = '\r\n\r\n';

let service: BuiltService;

beforeAll(async () => {
  service = await buildService();
});
afterAll(() => service.remove());

it('H-19 A million requests add at most 1 MB to the heap and 5 % to the resident memory', async () => {
  const child = fork(bundleProcess(new URL('soak-server.mjs', import.meta.url)), [service.root], {
    execArgv: ['--expose-gc'],
  });
  const { port, key } = await receive<{ port: number; key: string }>(child);
  const batch = printBatch(key);
  await send(port, batch, WARM_UP);
  const before = await measure(child);
  await send(port, batch, REQUESTS - WARM_UP);
  const after = await measure(child);
  child.send('stop');
  await once(child, 'exit');
  expect(after.heapBytes - before.heapBytes).toBeLessThan(1_048_576);
  expect(after.rssBytes / before.rssBytes).toBeLessThan(1.05);
}, 600_000);

interface Memory {
  readonly heapBytes: number;
  readonly rssBytes: number;
}

function measure(child: ChildProcess): Promise<Memory> {
  child.send('measure');
  return receive(child);
}

async function receive<Message>(child: ChildProcess): Promise<Message> {
  const [message] = await once(child, 'message');
  return message as Message;
}

/** Forty requests of every kind that can be repeated, one after the other: successes, refusals, unknown paths. */
function printBatch(key: string): string {
  const json = (body: string) =>
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const authorized = `Authorization: Bearer ${key}\r\n`;
  const kinds = [
    'GET /api/health HTTP/1.1\r\nHost: test\r\n\r\n',
    `GET /api/api-keys HTTP/1.1\r\nHost: test\r\n${authorized}\r\n`,
    'GET /api/api-keys HTTP/1.1\r\nHost: test\r\n\r\n',
    `POST /api/api-keys HTTP/1.1\r\nHost: test\r\n${authorized}${json('{"name":""}')}`,
    `POST /api/api-keys HTTP/1.1\r\nHost: test\r\n${authorized}${json('{')}`,
    `DELETE /api/api-keys/key_0000000000000000 HTTP/1.1\r\nHost: test\r\n${authorized}\r\n`,
    'GET /api/nowhere?a=b HTTP/1.1\r\nHost: test\r\n\r\n',
    'GET /api/openapi.json HTTP/1.1\r\nHost: test\r\nIf-None-Match: *\r\n\r\n',
  ];
  return Array.from({ length: BATCH }, (_, index) => kinds[index % kinds.length]).join('');
}

/** Sends `count` requests in batches over eight sockets, each batch when the one before is answered. */
async function send(port: number, batch: string, count: number): Promise<void> {
  const rounds = Math.ceil(count / BATCH / SOCKETS);
  await Promise.all(Array.from({ length: SOCKETS }, () => sendRounds(port, batch, rounds)));
}

function sendRounds(port: number, batch: string, rounds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = rounds;
    let answers = 0;
    let tail = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(batch));
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      const text = tail + chunk;
      // No body holds an empty line, so that each ends the head of one answer.
      answers += text.split(HEAD_END).length - 1;
      tail = text.slice(1 - HEAD_END.length);
      if (answers < BATCH) return;
      answers -= BATCH;
      left -= 1;
      if (left === 0) socket.end();
      else socket.write(batch);
    });
    socket.on('close', () => (left === 0 ? resolve() : reject(new Error('The server closed a connection.'))));
    socket.on('error', reject);
  });
}
