import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, realpath, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleProcess } from '../bundle-process.js';

const MIB = 1_048_576;
const FILE_MIB = 512;
const ABORTS = 1_000;
const AT_ONCE = 50;
const FORMS = ['stream', 'blob', 'byte-stream', 'web-stream', 'generator'];
/** Node keeps the file of a `Blob` that was not read to its end open until it collects garbage. */
const CLOSED_AT_ONCE = ['stream', 'byte-stream', 'web-stream', 'generator'];
/**
 * The chunks of a generator, and those of a web stream that is no byte stream, belong to the application, and only V8
 * frees them. With a young generation of 16 MiB it lets them grow to 90 MB under a bare node:http too, so a small one
 * shows what the server holds.
 */
const YOUNG_BY_V8 = ['--max-semi-space-size=1'];
const V8_FLAGS = new Map([
  ['web-stream', YOUNG_BY_V8],
  ['generator', YOUNG_BY_V8],
]);

interface Held {
  readonly peakBytes: number;
  readonly files: number;
  readonly open: number;
  readonly resources: readonly string[];
}

let folder = '';
let file = '';

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'procgen-downloads-')));
  file = join(folder, 'file');
  const handle = await open(file, 'w');
  const block = randomBytes(MIB);
  for (let written = 0; written < FILE_MIB; written++) await handle.write(block);
  await handle.close();
});
afterAll(() => rm(folder, { recursive: true }));

async function startDownloads(execArgv: string[] = []) {
  const child = fork(bundleProcess(new URL('download-server.mjs', import.meta.url)), [file], { execArgv });
  const { port } = await receive<{ port: number }>(child);
  return {
    measure(): Promise<Held> {
      child.send('measure');
      return receive(child);
    },
    async request(form: string): Promise<IncomingMessage> {
      const request = get({ port, host: '127.0.0.1', path: `/api/${form}`, agent: false });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return response;
    },
    async stop() {
      child.send('stop');
      await once(child, 'exit');
    },
  };
}

async function receive<Message>(child: ChildProcess): Promise<Message> {
  const [message] = await once(child, 'message');
  return message as Message;
}

async function countBytes(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return bytes;
}

describe('Downloads', () => {
  it.each(FORMS)(`of ${FILE_MIB} MiB from a %s take 50 MB of memory at most`, async (form) => {
    const { measure, request, stop } = await startDownloads(V8_FLAGS.get(form));
    const before = await measure();
    expect(await countBytes(await request(form))).toBe(FILE_MIB * MIB);
    const after = await measure();
    await stop();
    console.log(`${form}: ${((after.peakBytes - before.peakBytes) / 1e6).toFixed(1)} MB more at the peak`);
    expect((after.peakBytes - before.peakBytes) / 1e6).toBeLessThan(50);
  });

  it(`leave no file, handler, timer, listener or connection behind when ${ABORTS} of them are broken off`, async () => {
    const { measure, request, stop } = await startDownloads();
    const before = await measure();
    const abort = async (index: number) => {
      const forms = CLOSED_AT_ONCE.length;
      const response = await request(CLOSED_AT_ONCE[index % forms] as string);
      // Some before their first byte is read, some after it.
      if (index % (2 * forms) >= forms) await once(response, 'data');
      response.destroy();
    };
    for (let begun = 0; begun < ABORTS; begun += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => abort(begun + index)));
    const held = async () => {
      const { files, open, resources } = await measure();
      return { files, open, resources };
    };
    await expect.poll(held).toEqual({ files: 0, open: 0, resources: before.resources });
    const { peakBytes } = await measure();
    await stop();
    expect((peakBytes - before.peakBytes) / 1e6).toBeLessThan(150);
  });
});
