// An event stream that waits for its caller to leave, of procgen or by hand. Argument: `procgen` or `node:http`.
// Started with --expose-gc: asked for "memory", it collects first.
import { createServer } from 'node:http';
import * as z from 'zod';
import { eventStream, procedure } from '../../../dist/index.js';
import { toNodeListener } from '../../../dist/runtime/index.js';
import { announce } from '../server/parts/listen.mjs';
import { serveRoutes } from '../server/parts/serve-routes.mjs';

const [, , kind] = process.argv;

process.on('message', async (question) => {
  if (question !== 'memory') return;
  // Twice: what finalizers hold is free after the second.
  for (let round = 0; round < 2; round++) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send({ answer: { heapUsed, external, rss } });
});
process.channel.unref();

if (kind === 'procgen') {
  const openapi = { enabled: true, method: 'GET', path: '/follow', tags: [], summary: '', protect: false };
  const follow = procedure
    .meta({ openapi, rateLimit: false })
    .output(eventStream(z.object({ n: z.number() })))
    .query(async function* ({ ctx }) {
      yield { n: 1 };
      await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
    });
  const route = { name: 'follow', method: 'GET', path: '/follow', procedure: follow, protect: false };
  await serveRoutes(
    [{ ...route, rateLimit: false, status: 200 }],
    { overload: { streamsPerCaller: 20_000 } },
    toNodeListener,
  );
} else {
  const server = createServer((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    res.write('data: {"n":1}\n\n');
    const heartbeat = setInterval(() => res.write(':\n\n'), 15_000).unref();
    res.on('close', () => clearInterval(heartbeat));
  }).listen(0, '127.0.0.1', () => announce(server.address().port));
  process.on('SIGTERM', () => process.exit());
}
