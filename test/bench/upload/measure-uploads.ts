import { deepStrictEqual } from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bar } from '../harness/bar.js';
import type { BenchOptions } from '../harness/bench-options.js';
import { type Contender, compareContenders } from '../harness/compare.js';
import { BENCH_FOLDER } from '../harness/places.js';
import type { Report, Table } from '../harness/report.js';
import { pairSamples } from '../harness/statistics.js';
import { type TakenProfile, takeProfile } from '../harness/take-profile.js';
import { type ServerProcess, startServer } from '../server/server-process.js';

const HAND = 'busboy by hand';
const OURS = 'procgen';
/** Throughput of at least 0.8 × is time of at most 1.25 ×. */
const LIMIT = 1.25;
const MIB = 2 ** 20;
/** How large a file is, and how many of them are sent in a round. */
const SIZES = [
  { name: '64 MiB', bytes: 64 * MIB, uploads: 4 },
  { name: '1 MiB', bytes: MIB, uploads: 150 },
  { name: '20 KiB', bytes: 20 * 1_024, uploads: 1_500 },
] as const;
const BOUNDARY = 'bench-boundary';

/**
 * What an upload to a temporary file costs: a procedure that takes a file, beside the parser that it stands on under
 * `node:http`, with a file for each file that is removed after the answer. The small one of procgen stays in memory.
 */
export async function measureUploads({ rounds, share, profile }: BenchOptions): Promise<Report> {
  const cwd = mkdtempSync(join(tmpdir(), 'procgen-bench-upload-'));
  const env = { BENCH_CWD: cwd };
  const hand = await startServer({ name: HAND, args: [`${BENCH_FOLDER}upload/serve-by-hand.mjs`] });
  const ours = await startServer({ name: OURS, args: [`${BENCH_FOLDER}upload/serve.mjs`], env });
  const tables: Table[] = [];
  const profiles: TakenProfile[] = [];
  try {
    for (const { name, bytes, uploads } of SIZES) {
      const body = printBody(Buffer.alloc(bytes, 'upload '));
      const contenders = [createContender(hand, body, bytes), createContender(ours, body, bytes)];
      const operations = Math.ceil(uploads * share);
      const series = await compareContenders(contenders, { rounds, operations, turns: 2 });
      tables.push({
        title: `a file of ${name}, ${rounds} rounds of ${operations}`,
        unit: 'µs CPU an upload',
        kind: 'rounds',
        baseline: HAND,
        series,
      });
      if (profile)
        profiles.push(await takeProfile(`upload ${name}`, contenders[1] as Contender, operations * 4));
    }
  } finally {
    await Promise.all([hand, ours].map((server) => server.stop()));
  }
  return { bench: 'upload', tables, bars: tables.map(createBar), profiles };
}

function printBody(content: Buffer): Buffer {
  const head = [
    `--${BOUNDARY}`,
    'Content-Disposition: form-data; name="file"; filename="file.bin"',
    'Content-Type: application/octet-stream',
    '',
    '',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

function createContender(
  { name, port, readCpu, profileWhile }: ServerProcess,
  body: Buffer,
  bytes: number,
): Contender {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const run = async (operations: number) => {
    for (let left = operations; left > 0; left--)
      deepStrictEqual(await upload(port, agent, body), { size: bytes });
  };
  return {
    name,
    readCpu,
    run,
    check: () => run(1),
    profile: (operations) => profileWhile(() => run(operations)),
  };
}

function upload(port: number, agent: Agent, body: Buffer): Promise<unknown> {
  const headers = {
    'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    'Content-Length': body.length,
  };
  return new Promise((resolve, reject) => {
    const sent = request({ port, agent, method: 'POST', path: '/api/files', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve(JSON.parse(text))).on('error', reject);
    });
    sent.on('error', reject).end(body);
  });
}

function createBar({ title, series: [hand, ours] }: Table): Bar {
  const [name = ''] = title.split(',');
  const { ratio } = pairSamples(ours?.samples ?? [], hand?.samples ?? []);
  return { name, value: ratio.median, limit: LIMIT, unit: `× ${HAND}` };
}
