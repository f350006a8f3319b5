// A child process that serves what `procgen build` wrote for the project in argv[2], and measures its own memory.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createApp, createLog, createServer } from 'procgen/runtime';
import { openKeyring } from '../../src/keys/open-keyring.js';

const { routes, config } = await import(
  pathToFileURL(join(process.argv[2], '.procgen/server/index.mjs')).href
);
const folder = await mkdtemp(join(tmpdir(), 'procgen-soak-'));
const keyring = await openKeyring({ store: 'file:store.json', cwd: folder });
const unlimited = { limit: 1_000_000_000, windowMs: 60_000 };
const app = createApp(
  routes,
  { ...config, rateLimits: { QUERY: unlimited, MUTATION: unlimited }, overload: false },
  { keyring, log: createLog({ destination: { write() {} } }) },
);
await app.ready();
const server = createServer(app);
const { port } = await server.listen(0, '127.0.0.1');
const { secret } = await keyring.apiKeys.create({ userId: 'soak', name: 'soak' });

process.on('message', async (message) => {
  if (message === 'stop') {
    await server.drain();
    await app.close();
    await keyring.close();
    await rm(folder, { recursive: true, force: true });
    process.disconnect();
    return;
  }
  // What looks at connections every second lets go of those that have ended.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  for (let round = 0; round < 3; round++) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, rss } = process.memoryUsage();
  process.send({ heapBytes: heapUsed, rssBytes: rss });
});
process.send({ port, key: secret });
