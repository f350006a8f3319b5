// One procedure twice, limited and not, that does next to nothing. Argument: where calls are counted.
import * as z from 'zod';
import { procedure } from '../../../dist/index.js';
import { createApp, createLog, createServer, defineRoutes } from '../../../dist/runtime/index.js';
import { announce } from '../server/parts/listen.mjs';

const [, , rateLimitStore] = process.argv;
const define = (path, rateLimit) => {
  const openapi = { enabled: true, method: 'GET', path, tags: [], summary: '', protect: false };
  const say = procedure.meta({ openapi, rateLimit }).output(z.object({ fine: z.boolean() }));
  return {
    name: path.slice(1),
    method: 'GET',
    path,
    procedure: say.query(() => ({ fine: true })),
    protect: false,
    rateLimit,
    status: 200,
  };
};
const app = createApp(
  defineRoutes({
    description: new URL('unused', import.meta.url),
    credentials: { header: 'Authorization', prefix: 'Bearer' },
    messages: { en: {} },
    routes: [define('/free', false), define('/limited', 'QUERY')],
  }),
  {
    rateLimitStore,
    rateLimits: { QUERY: { limit: 100_000_000, windowMs: 60_000 } },
    accessLog: false,
    disableOpenAPI: true,
  },
  {
    log: createLog({ level: 'warn', destination: { write: (line) => process.stderr.write(line) } }),
    cwd: process.env.BENCH_CWD,
  },
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
