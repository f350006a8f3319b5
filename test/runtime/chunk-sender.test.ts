import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import type { BinarySource } from '../../src/definition/binary.js';
import { binary, procedure } from '../../src/index.js';
import { toNodeListener } from '../../src/runtime/index.js';
import { openMeta } from './support/small-procedures.js';
import { startHost, stopHosts } from './support/start-host.js';
import { routeOf, temporaryFolder } from './support/start-service.js';

afterEach(stopHosts);

const HAS_TRANSFER = 'transfer' in ArrayBuffer.prototype;

/** Asks for a file of 1 MB, which `open` answers with: the bytes that came, and the pieces that were sent. */
async function download(open: (file: string) => BinarySource | Promise<BinarySource>) {
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, Buffer.alloc(1_000_000, 'large '));
  const pieces: Buffer[] = [];
  const query = procedure
    .meta(openMeta('GET', '/file'))
    .output(binary())
    .query(() => open(file));
  const watch = (res: ServerResponse) => {
    // Below `write` of the answer, which has to be Node's.
    const { socket } = res;
    const { write } = socket as unknown as { write: (...all: unknown[]) => boolean };
    Object.assign(socket as object, {
      write(chunk: unknown, ...rest: unknown[]) {
        if (Buffer.isBuffer(chunk) && chunk.byteLength > 1_000) pieces.push(chunk);
        return write.call(socket, chunk, ...rest);
      },
    });
  };
  const mount = (listener: ReturnType<typeof toNodeListener>) => (req: never, res: ServerResponse) => {
    watch(res);
    listener(req, res);
  };
  const { ask } = await startHost(toNodeListener, mount as never, { routes: [routeOf('file', query)] });
  const bytes = Buffer.from(await (await ask('/api/file')).arrayBuffer());
  expect(bytes.equals(await readFile(file))).toBe(true);
  return pieces;
}

/** A web byte stream in chunks of 64 KiB. */
async function openByteStream(file: string): Promise<ReadableStream<Uint8Array>> {
  const bytes = await readFile(file);
  let at = 0;
  return new ReadableStream({
    type: 'bytes',
    pull(controller) {
      if (at < bytes.length) controller.enqueue(new Uint8Array(bytes.subarray(at, at + 65_536)));
      else controller.close();
      at += 65_536;
    },
  });
}

test.each([
  ['a file', (file: string) => createReadStream(file)],
  ['a Blob', async (file: string) => new Blob([await readFile(file)])],
  ['a web byte stream', openByteStream],
])('Chunks of %s are freed when they are sent.', async (_what, open) => {
  const pieces = await download(open);
  expect(pieces.length).toBeGreaterThan(0);
  await expect.poll(() => pieces.every(({ byteLength }) => byteLength === 0)).toBe(HAS_TRANSFER);
});

test('Chunks of other streams are kept, because the application may use them.', async () => {
  const kept: Uint8Array[] = [];
  const pieces = await download((file) => {
    const source = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
    const keep = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        kept.push(chunk);
        controller.enqueue(chunk);
      },
    });
    return source.pipeThrough(keep);
  });
  expect(pieces.length).toBeGreaterThan(0);
  expect(Buffer.concat(kept)).toHaveLength(1_000_000);
});

test('A handler can respond with one branch of a byte stream and read the other.', async () => {
  const other: Promise<ArrayBuffer>[] = [];
  await download(async (file) => {
    const [sent, read] = (await openByteStream(file)).tee();
    other.push(new Response(read).arrayBuffer());
    return sent;
  });
  const [bytes] = await Promise.all(other);
  expect(Buffer.from(bytes as ArrayBuffer).equals(Buffer.alloc(1_000_000, 'large '))).toBe(true);
});
