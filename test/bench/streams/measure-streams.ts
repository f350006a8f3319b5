import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { BenchOptions } from '../harness/bench-options.js';
import { BENCH_FOLDER } from '../harness/places.js';
import type { Report } from '../harness/report.js';
import { tellProgress } from '../harness/tell-progress.js';
import { type ServerMemory, type ServerProcess, startServer } from '../server/server-process.js';

const STREAMS = 10_000;
/** So many are opened at a time. */
const WIDTH = 100;
const LIMIT_KILOBYTES = 12;
const KINDS = ['procgen', 'node:http'] as const;

/** What an idle event stream takes of a server's memory, beside one that `node:http` holds by hand. */
export async function measureStreams({ share }: BenchOptions): Promise<Report> {
  const count = Math.ceil(STREAMS * share);
  const kilobytes = { heap: [] as number[], resident: [] as number[] };
  for (const kind of KINDS) {
    tellProgress(`streams: ${count} of ${kind}`);
    const server = await startServer({
      name: kind,
      args: ['--expose-gc', `${BENCH_FOLDER}streams/serve.mjs`, kind],
    });
    try {
      // What the first streams bring with them is not theirs.
      for (const socket of await openStreams(server, WIDTH)) socket.destroy();
      const before = await server.readMemory();
      const sockets = await openStreams(server, count);
      const after = await server.readMemory();
      for (const socket of sockets) socket.destroy();
      const each = (read: (memory: ServerMemory) => number) => (read(after) - read(before)) / count / 1_024;
      kilobytes.heap.push(each(({ heapUsed, external }) => heapUsed + external));
      kilobytes.resident.push(each(({ rss }) => rss));
    } finally {
      await server.stop();
    }
  }
  return {
    bench: 'streams',
    tables: [],
    sheets: [
      {
        title: `an idle event stream, of ${count}`,
        contenders: [...KINDS],
        rows: [
          { measure: 'heap', unit: 'KB', values: kilobytes.heap },
          { measure: 'resident', unit: 'KB', values: kilobytes.resident },
        ],
      },
    ],
    bars: [
      {
        name: 'heap and buffers of an idle event stream',
        value: kilobytes.heap[0] ?? Number.NaN,
        limit: LIMIT_KILOBYTES,
        unit: 'KB',
      },
    ],
    profiles: [],
  };
}

async function openStreams({ port }: ServerProcess, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const width = Math.min(WIDTH, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: width }, () => openStream(port)))));
  }
  return sockets;
}

/** Resolves when the first event is there. */
async function openStream(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /api/follow HTTP/1.1\r\nHost: bench\r\n\r\n');
  let text = '';
  while (!text.includes('{"n":1}')) text += String((await once(socket, 'data'))[0]);
  return socket;
}
