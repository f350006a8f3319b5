import { strictEqual } from 'node:assert/strict';
import { createHash, type Hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Bar } from '../harness/bar.js';
import type { BenchOptions } from '../harness/bench-options.js';
import { type Contender, compareContenders, type Series } from '../harness/compare.js';
import { BENCH_FOLDER } from '../harness/places.js';
import { readUsage } from '../harness/read-usage.js';
import type { Report, Table } from '../harness/report.js';
import { pairSamples } from '../harness/statistics.js';
import { takeProfile } from '../harness/take-profile.js';
import { tellProgress } from '../harness/tell-progress.js';
import { type ServerProcess, startServer } from '../server/server-process.js';

const BYTES = 1_073_741_824;
const BLOCK_BYTES = 1_048_576;
const BASELINE = 'pipeline() on node:http';
/** Of the time of the baseline: 0.9 of its throughput. */
const TIME_LIMIT = 1 / 0.9;
const MEMORY_LIMIT_MB = 50;

interface Download {
  readonly contender: Contender;
  readonly server: ServerProcess;
  /** Of each run, in milliseconds. */
  readonly wallMs: number[];
  /** Resident when the server had answered nothing. */
  readonly restMegabytes: number;
}

/** What a long download takes: time, CPU and memory, beside what Node itself takes for it. */
export async function measureDownload({ rounds, share, profile }: BenchOptions): Promise<Report> {
  const bytes = Math.ceil((BYTES * share) / BLOCK_BYTES) * BLOCK_BYTES;
  const folder = await mkdtemp(join(tmpdir(), 'procgen-bench-download-'));
  const file = join(folder, 'file');
  const downloads: Download[] = [];
  try {
    await writeBlocks(file, bytes);
    const digest = await hashAll(createReadStream(file));
    const serve = async (name: string, path: string, args: readonly string[]) => {
      const server = await startServer({
        name,
        args: args.map((arg) => (arg.endsWith('.mjs') ? `${BENCH_FOLDER}download/${arg}` : arg)),
        // A store belongs to one process.
        env: { BENCH_CWD: await mkdtemp(join(folder, 'server-')) },
      });
      downloads.push(createDownload(server, { path, bytes, digest }));
    };
    await serve(BASELINE, '/', ['serve-pipeline.mjs', file]);
    await serve('procgen, a stream', '/api/file', ['serve.mjs', 'stream', file]);
    await serve('procgen, a Blob', '/api/file', ['serve.mjs', 'blob', file]);
    tellProgress(`downloads of ${bytes} bytes: ${downloads.map(({ server }) => server.name).join(', ')}`);
    const cpu = await compareContenders(
      downloads.map(({ contender }) => contender),
      { rounds, operations: 1 },
    );
    const title = `${bytes / BLOCK_BYTES} MiB, ${rounds} rounds`;
    const wall = toTable(title, 'ms, wall', downloads, ({ wallMs }) => wallMs.slice(-rounds));
    const memory = toTable(`after all rounds of ${title}`, 'MB more at the peak', downloads, readGrowth);
    const perMillisecond = cpu.map((series) => ({
      ...series,
      samples: series.samples.map((micros) => micros / 1_000),
    }));
    const tables = [wall, { ...wall, unit: 'ms CPU', series: perMillisecond }, memory];
    const profiles = [];
    for (const { contender } of profile ? downloads.slice(1) : [])
      profiles.push(await takeProfile(`download ${contender.name}`, contender, 4));
    return { bench: 'download', tables, bars: [...listTimeBars(wall), ...listMemoryBars(memory)], profiles };
  } finally {
    await Promise.all(downloads.map(({ server }) => server.stop()));
    await rm(folder, { recursive: true });
  }
}

interface Expected {
  readonly path: string;
  readonly bytes: number;
  readonly digest: string;
}

function createDownload(server: ServerProcess, { path, bytes, digest }: Expected): Download {
  const wallMs: number[] = [];
  const run = async (operations: number) => {
    for (let left = operations; left > 0; left--) {
      const begin = performance.now();
      const received = await countReceived(server.port, path);
      wallMs.push(performance.now() - begin);
      if (received < bytes) throw new Error(`${server.name} sent ${received} of ${bytes} bytes.`);
    }
  };
  const contender: Contender = {
    name: server.name,
    readCpu: server.readCpu,
    run,
    profile: (operations) => server.profileWhile(() => run(operations)),
    async check() {
      const request = get({ port: server.port, path, host: '127.0.0.1', agent: false });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      strictEqual(response.statusCode, 200);
      strictEqual(await hashAll(response), digest);
    },
  };
  return { contender, server, wallMs, restMegabytes: readUsage(server.pid)?.peakMegabytes ?? Number.NaN };
}

/** What comes back on a connection, its headers and frames included. It is read into one buffer, so that the reader costs little. */
async function countReceived(port: number, path: string): Promise<number> {
  let received = 0;
  const socket = connect({
    port,
    host: '127.0.0.1',
    onread: {
      buffer: Buffer.alloc(BLOCK_BYTES),
      callback(count) {
        received += count;
        return true;
      },
    },
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return received;
}

async function writeBlocks(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w');
  try {
    const block = randomBytes(BLOCK_BYTES);
    for (let written = 0; written < bytes; written += BLOCK_BYTES) await file.write(block);
  } finally {
    await file.close();
  }
}

async function hashAll(stream: NodeJS.ReadableStream): Promise<string> {
  const hash: Hash = createHash('sha256');
  await pipeline(stream, hash);
  return hash.digest('hex');
}

function toTable(
  title: string,
  unit: string,
  downloads: readonly Download[],
  read: (download: Download) => readonly number[],
): Table {
  const series = downloads.map(
    (download): Series => ({
      contender: download.server.name,
      samples: read(download),
    }),
  );
  return { title, unit, kind: 'rounds', baseline: BASELINE, series };
}

function readGrowth({ server, restMegabytes }: Download): readonly number[] {
  return [(readUsage(server.pid)?.peakMegabytes ?? Number.NaN) - restMegabytes];
}

function listTimeBars({ series: [baseline, ...ours] }: Table): readonly Bar[] {
  return ours.map(({ contender, samples }) => ({
    name: `wall time of ${contender}`,
    value: pairSamples(samples, baseline?.samples ?? []).ratio.median,
    limit: TIME_LIMIT,
    unit: `× ${BASELINE}`,
  }));
}

function listMemoryBars({ series: [, ...ours] }: Table): readonly Bar[] {
  return ours.map(({ contender, samples: [growth = Number.NaN] }) => ({
    name: `memory of ${contender}`,
    value: growth,
    limit: MEMORY_LIMIT_MB,
    unit: 'MB more',
  }));
}
