// A child process that serves the file in argv[2] in five forms, and tells what it holds.
import { createReadStream, openAsBlob, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import * as z from 'zod';
import { binary, procedure } from '../../src/index.js';
import { createLog, createServer, defineRoutes, toNodeListener } from '../../src/runtime/index.js';

const file = process.argv[2];

/** How many generators and listeners of handlers there are. */
let open = 0;

async function* generate(signal) {
  open += 1;
  const timer = setInterval(() => {}, 1_000);
  signal.addEventListener('abort', () => clearInterval(timer));
  try {
    for await (const chunk of createReadStream(file)) yield chunk;
  } finally {
    open -= 1;
    clearInterval(timer);
  }
}

async function openByteStream() {
  const handle = await openFile(file);
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      const { bytesRead, buffer } = await handle.read(new Uint8Array(65_536));
      if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead));
      await handle.close();
      controller.close();
    },
    cancel: () => handle.close(),
  });
}

const forms = {
  stream: () => createReadStream(file),
  blob: () => openAsBlob(file),
  'byte-stream': () => openByteStream(),
  'web-stream': () => Readable.toWeb(createReadStream(file)),
  generator: ({ signal }) => generate(signal),
};
const download = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/:form', tags: [], summary: '', protect: false } })
  .input(z.object({ form: z.enum(Object.keys(forms)) }))
  .output(binary())
  .query(({ input, ctx }) => forms[input.form](ctx));

const app = toNodeListener(
  defineRoutes({
    description: new URL(import.meta.url),
    credentials: { header: 'Authorization', prefix: 'Bearer' },
    messages: { en: {} },
    routes: [
      {
        name: 'download',
        method: 'GET',
        path: '/:form',
        procedure: download,
        protect: false,
        rateLimit: false,
        status: 200,
      },
    ],
  }),
  { store: `file:${file}.store.json`, accessLog: false },
  { log: createLog({ destination: { write() {} } }) },
);
await app.ready();
const server = createServer(app);
const { port } = await server.listen(0, '127.0.0.1');

process.on('message', async (message) => {
  if (message === 'stop') {
    await server.drain();
    await app.close();
    process.disconnect();
    return;
  }
  // `maxRSS` is at least that of the process that started this one (proc(5), VmHWM).
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'latin1'));
  process.send({
    peakBytes: Number(kilobytes) * 1_024,
    files: readdirSync('/proc/self/fd').filter((fd) => readLink(fd) === file).length,
    open,
    resources: process.getActiveResourcesInfo().sort(),
  });
});

/** Undefined for the handle that lists the others. */
function readLink(fd) {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}

process.send({ port });
