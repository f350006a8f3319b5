// Makes and closes servers, each called once, and prints what is left: `node --expose-gc many-servers.mjs COUNT`.
import { procedure } from 'procgen';
import { defineRoutes } from 'procgen/runtime';
import { createTestServer } from 'procgen/testing';
import * as z from 'zod';

const me = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/me', tags: [], summary: 'Who calls', protect: true },
  })
  .output(z.string())
  .query(({ ctx }) => ctx.user.id);

const routes = defineRoutes({
  description: new URL('../../generated/openapi.json', import.meta.url),
  credentials: { header: 'Authorization', prefix: 'Bearer' },
  messages: { en: {} },
  routes: [
    { name: 'me', method: 'GET', path: '/me', procedure: me, protect: true, rateLimit: 'QUERY', status: 200 },
  ],
});

async function useServer() {
  const server = await createTestServer(routes);
  const headers = { Authorization: `Bearer ${server.apiKey}` };
  const answer = await server.fetch('/api/me', { headers, signal: new AbortController().signal });
  if ((await answer.json()) !== 'test') throw new Error('The call failed.');
  // A refused key begins a count of refusals, which has a timer.
  await server.fetch('/api/me', { headers: { Authorization: `Bearer pgk_${'a'.repeat(46)}` } });
  await server.close();
}

async function measureHeap() {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}

const count = Number(process.argv[2]);
for (let warm = 0; warm < 100; warm++) await useServer();
const before = await measureHeap();
const resources = process.getActiveResourcesInfo();
const start = performance.now();
for (let made = 0; made < count; made++) await useServer();
const msPerServer = (performance.now() - start) / count;
const bytesPerServer = ((await measureHeap()) - before) / count;
console.log(
  JSON.stringify({ bytesPerServer, msPerServer, before: resources, after: process.getActiveResourcesInfo() }),
);
// Ends by itself: nothing keeps the process alive.
