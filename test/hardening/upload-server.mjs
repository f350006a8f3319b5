// A child process that takes uploads as `dist/` has it, and tells how much memory it has needed at most.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { procedure } from 'procgen';
import { createApp, createLog, createServer, defineRoutes } from 'procgen/runtime';
import * as z from 'zod';

const [, , folder] = process.argv;
/** The peak when the last upload had arrived. */
let receivedPeakBytes = 0;
const openapi = { enabled: true, method: 'POST', path: '/files', tags: [], summary: '', protect: false };
const save = procedure
  .meta({ openapi, rateLimit: false })
  .input(z.object({ file: z.file() }))
  .output(z.object({ size: z.number(), hash: z.string() }))
  .mutation(async ({ input: { file } }) => {
    receivedPeakBytes = readPeak();
    const hash = createHash('sha256');
    for await (const piece of file.stream()) hash.update(piece);
    return { size: file.size, hash: hash.digest('hex') };
  });
const description = `${folder}/openapi.json`;
writeFileSync(description, '{}');
const app = createApp(
  defineRoutes({
    description: pathToFileURL(description),
    credentials: { header: 'Authorization', prefix: 'Bearer' },
    messages: { en: {} },
    routes: [
      {
        name: 'save',
        method: 'POST',
        path: '/files',
        procedure: save,
        protect: false,
        rateLimit: false,
        status: 200,
        body: 'required',
        plan: { form: { fields: { file: { as: 'file' } }, value: { object: { file: 'file' } } } },
      },
    ],
  }),
  { accessLog: false, requestTimeoutMs: 300_000, uploads: { limit: 2 ** 31, folder: `${folder}/uploads` } },
  { cwd: folder, log: createLog({ level: 'error' }) },
);
await app.ready();
const server = createServer(app);
const { port } = await server.listen(0, '127.0.0.1');

process.on('message', async (message) => {
  if (message === 'stop') {
    await server.drain();
    await app.close();
    process.disconnect();
  } else if (message === 'reset') {
    globalThis.gc();
    // From now on the peak is that of what follows (proc(5), clear_refs).
    writeFileSync('/proc/self/clear_refs', '5');
    process.send({ rssBytes: process.memoryUsage().rss });
  } else {
    const [own] = readdirSync(`${folder}/uploads`);
    const files = readdirSync(`${folder}/uploads/${own}`).length;
    process.send({ receivedPeakBytes, peakBytes: readPeak(), files });
  }
});
function readPeak() {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'latin1'));
  return Number(kilobytes) * 1_024;
}

process.send({ port });
