import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { binary, procedure } from '../../src/index.js';
import { toNodeListener } from '../../src/runtime/index.js';
import { openMeta } from './support/small-procedures.js';
import { startHost, stopHosts } from './support/start-host.js';
import { routeOf, temporaryFolder } from './support/start-service.js';

afterEach(stopHosts);

const HAS_TRANSFER = 'transfer' in ArrayBuffer.prototype;

/** Asks for a file of 1 MB, which `open` answers with: the bytes that came, and the pieces that were sent. */
async function download(open: (file: string) => Promise<Blob> | ReturnType<typeof createReadStream>) {
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

test.each([
  ['a file', (file: string) => createReadStream(file)],
  ['a Blob', async (file: string) => new Blob([await readFile(file)])],
])('What was sent of %s leaves no memory behind.', async (_what, open) => {
  const pieces = await download(open);
  expect(pieces.length).toBeGreaterThan(0);
  await expect.poll(() => pieces.every(({ byteLength }) => byteLength === 0)).toBe(HAS_TRANSFER);
});
