// A built procgen project as a Koa application of the caller's own. Argument: the project's folder.
import { pathToFileURL } from 'node:url';
import { createApp, createServer } from '../../../../dist/runtime/index.js';
import { announce } from '../../server/parts/listen.mjs';

const [, , root] = process.argv;
const { routes, config } = await import(pathToFileURL(`${root}/.procgen/server/index.mjs`).href);
const app = createApp(routes, config, { cwd: root });
await app.ready();
const server = createServer(app);
const { port } = await server.listen(0, '127.0.0.1');
announce(port);
process.once('SIGTERM', async () => {
  await server.drain(0);
  await app.close();
  process.exit();
});
