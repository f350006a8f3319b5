import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { BOUNDARY, printForm, printFormHead } from '../runtime/support/multipart.js';
import { routeOf, startService, stopServices, temporaryFolder } from '../runtime/support/start-service.js';

afterAll(stopServices);

const MIB = 2 ** 20;
/** The statement is about a gibibyte: `PROCGEN_UPLOAD_MIB=1024` measures that. */
const SIZE_MIB = Number(process.env.PROCGEN_UPLOAD_MIB ?? 256);
/**
 * The pieces of `file.stream()` are the application's. V8 collects them once buffers have grown by 64 MiB, of a `Blob` that is
 * read without a server as well.
 */
const READ_MB = 100;
const PIECE = Buffer.alloc(MIB, 'some of what is uploaded ');

const ask = async (child: ChildProcess, question: string): Promise<Record<string, number>> => {
  child.send(question);
  const [answer] = await once(child, 'message');
  return answer;
};

/** Sends a file of so many mebibytes as it goes, and resolves to what the handler read of it. */
async function upload(port: number, mebibytes: number): Promise<{ size: number; hash: string }> {
  const [head = '', tail = ''] = printForm([{ body: '|' }])
    .toString('latin1')
    .split('|');
  const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  const sent = request({ port, method: 'POST', path: '/api/files', headers });
  const answered = once(sent, 'response');
  async function* produce() {
    yield Buffer.from(head);
    for (let index = 0; index < mebibytes; index++) yield PIECE;
    yield Buffer.from(tail);
  }
  await pipeline(Readable.from(produce()), sent);
  const [response] = await answered;
  return JSON.parse(Buffer.concat(await response.toArray()).toString());
}

function hashOf(mebibytes: number): string {
  const hash = createHash('sha256');
  for (let index = 0; index < mebibytes; index++) hash.update(PIECE);
  return hash.digest('hex');
}

it('An upload of much more than 50 MB takes no more memory than that to receive, and is read whole', async () => {
  const folder = await temporaryFolder();
  const child = fork(new URL('./upload-server.mjs', import.meta.url), [folder], {
    execArgv: ['--expose-gc'],
  });
  try {
    const [{ port }] = await once(child, 'message');
    for (let round = 0; round < 3; round++) await upload(port, 16);
    const { rssBytes = 0 } = await ask(child, 'reset');
    expect(await upload(port, SIZE_MIB)).toEqual({ size: SIZE_MIB * MIB, hash: hashOf(SIZE_MIB) });
    const { receivedPeakBytes = 0, peakBytes = 0, files } = await ask(child, 'peak');
    const [received = 0, read = 0] = [receivedPeakBytes, peakBytes].map((bytes) => (bytes - rssBytes) / 1e6);
    console.log(`${SIZE_MIB} MiB: ${received.toFixed(1)} MB more received, ${read.toFixed(1)} MB read again`);
    expect(received).toBeLessThan(50);
    expect(read).toBeLessThan(READ_MB);
    expect(files).toBe(0);
  } finally {
    child.send('stop');
    await once(child, 'exit');
  }
}, 300_000);

it('1,000 uploads that are given up leave no file, call, timer or listener behind', async () => {
  const uploads = join(await temporaryFolder(), 'uploads');
  await mkdir(uploads);
  let runs = 0;
  const save = procedure
    .meta({
      openapi: { enabled: true, method: 'POST', path: '/files', tags: [], summary: '', protect: false },
      rateLimit: false,
    })
    .input(z.object({ file: z.file() }))
    .output(z.number())
    .mutation(({ input }) => {
      runs += 1;
      return input.file.size;
    });
  const plan = { form: { fields: { file: { as: 'file' } }, value: { object: { file: 'file' } } } } as const;
  const service = await startService({
    routes: [routeOf('save', save, { body: 'required', plan })],
    config: { uploads: { folder: uploads } },
    // Slow ones are not refused: what has gone is noticed by itself.
    options: { awaitedUploads: { leastBytesPerWindow: 0 } },
  });
  const port = Number(new URL(service.url).port);
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  process.on('warning', warn);
  const head = printFormHead('/api/files');
  const part = printForm([{ body: Buffer.alloc(200_000) }], { end: '' });
  const count = () =>
    new Promise((resolve) => service.http.server.getConnections((_error, it) => resolve(it)));
  const listFiles = () => readdirSync(uploads).flatMap((name) => readdirSync(join(uploads, name)));
  const countTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = countTimers();
  for (let round = 0; round < 25; round++) {
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(Buffer.concat([Buffer.from(head), part])),
        );
        socket.on('error', () => {});
        // At any moment of it: before the file, while it is made, and while it is written.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
        socket.resetAndDestroy();
      }),
    );
  }
  await expect.poll(count).toBe(0);
  await expect.poll(listFiles).toEqual([]);
  // What looks at uploads every second ends with them.
  await expect.poll(countTimers).toBeLessThanOrEqual(before);
  process.off('warning', warn);
  expect(warnings).toEqual([]);
  expect(runs).toBe(0);
  expect(service.lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
  await service.app.close();
  expect(readdirSync(uploads)).toEqual([]);
}, 120_000);
