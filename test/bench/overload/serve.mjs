// Procedures that take about two milliseconds of processor a call, next to nothing, and for ever. Argument: `on` or
// `off`, whether overload is refused; or `full`, where one call is all that is taken up.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { procedure } from '../../../dist/index.js';
import { createApp, createLog, createServer, defineRoutes } from '../../../dist/runtime/index.js';
import { announce } from '../server/parts/listen.mjs';

const OVERLOAD = { on: true, off: false, full: { inFlight: 1 } };
const PAGE = Buffer.alloc(2_000_000);
const [, , switched] = process.argv;

function define(name, handler) {
  const openapi = { enabled: true, method: 'GET', path: `/${name}`, tags: [], summary: '', protect: false };
  return {
    name,
    method: 'GET',
    path: `/${name}`,
    procedure: procedure
      .meta({ openapi, rateLimit: false })
      .output(z.object({ text: z.string() }))
      .query(handler),
    protect: false,
    rateLimit: false,
    status: 200,
  };
}

const app = createApp(
  defineRoutes({
    description: new URL('unused', import.meta.url),
    credentials: { header: 'Authorization', prefix: 'Bearer' },
    messages: { en: {} },
    routes: [
      define('work', () => ({ text: createHash('sha1').update(PAGE).digest('hex') })),
      define('nothing', () => ({ text: 'nothing' })),
      define('endless', ({ ctx }) => new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))),
    ],
  }),
  { accessLog: false, disableOpenAPI: true, requestTimeoutMs: 3_600_000, overload: OVERLOAD[switched] },
  { log: createLog({ level: 'error' }), cwd: process.env.BENCH_CWD },
);
await app.ready();
const http = createServer(app);
const { port } = await http.listen(0, '127.0.0.1');
announce(port);
process.on('SIGTERM', async () => {
  await http.drain(0);
  await app.close();
  process.exit();
});
