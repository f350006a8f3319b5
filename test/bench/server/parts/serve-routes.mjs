import { procedure } from '../../../../dist/index.js';
import { createApp, createLog, createServer, defineRoutes } from '../../../../dist/runtime/index.js';
import { announce } from './listen.mjs';

/** A public query `GET /<name>`. */
export function defineQuery(name, { output, rateLimit = false, handler }) {
  const path = `/${name}`;
  const openapi = { enabled: true, method: 'GET', path, tags: [], summary: '', protect: false };
  return {
    name,
    method: 'GET',
    path,
    procedure: procedure.meta({ openapi, rateLimit }).output(output).query(handler),
    protect: false,
    rateLimit,
    status: 200,
  };
}

/** Serves routes that nobody generated, under Koa unless told otherwise, on a port that is announced, until SIGTERM. */
export async function serveRoutes(routes, config, create = createApp) {
  const app = create(
    defineRoutes({
      description: new URL('../../../../generated/openapi.json', import.meta.url),
      credentials: { header: 'Authorization', prefix: 'Bearer' },
      messages: { en: {} },
      routes,
    }),
    { accessLog: false, ...config },
    {
      log: createLog({ level: 'error', destination: { write: (line) => process.stderr.write(line) } }),
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
}
