import { randomUUID } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readRssMb, type SoakReport, soak, UNREAD, wait } from './support/soak.js';
import { startSoaked } from './support/start-soaked.js';

const P99_MS = 250;
const RSS_GROWTH = 1.2;
/** In a soak of so long, as many callers who do not read must have been cut off as there are at a time. */
const CUT_WITHIN_S = 120;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    rest: { type: 'string', default: '30' },
  },
});
const seconds = Number(values.seconds);
const restSeconds = Number(values.rest);
if (!Number.isInteger(seconds) || seconds < 1 || !Number.isInteger(restSeconds) || restSeconds < 1) {
  process.stderr.write('--seconds and --rest are whole numbers.\n');
  process.exit(2);
}

const root = join(process.cwd(), '.procgen', 'soak', randomUUID());
await cp(join(process.cwd(), 'test', 'soak', 'project'), root, { recursive: true });
try {
  process.exitCode = await run();
} finally {
  await rm(root, { recursive: true, force: true });
}

async function run(): Promise<number> {
  const server = await startSoaked(root);
  process.stderr.write(`warming up for ${restSeconds} s\n`);
  await soak(server, restSeconds);
  await wait(restSeconds);
  const warmMb = await readRssMb(server.pid);
  process.stderr.write(`soaking for ${seconds} s\n`);
  const report = await soak(server, seconds);
  process.stderr.write(`resting for ${restSeconds} s\n`);
  await wait(restSeconds);
  const restedMb = await readRssMb(server.pid);
  await server.stop();
  return judge(report, warmMb, restedMb);
}

/** Prints the figures, and gives 1 where one of them is not as it should be. */
function judge(report: SoakReport, warmMb: number, restedMb: number): number {
  const { calls, failures, p99Ms, slowestMs } = report;
  const lines = [
    `well-behaved caller: ${calls} calls, p99 ${p99Ms.toFixed(0)} ms (at most ${P99_MS}), slowest ${slowestMs.toFixed(0)} ms`,
    `refused bodies: ${report.refused}, the longest answer ${report.longestBytes} bytes`,
    `connections cut: ${report.unreadClosed} that did not read (at least ${UNREAD} in ${CUT_WITHIN_S} s), ${report.unfinishedClosed} that did not send`,
    `memory: ${warmMb.toFixed(0)} MB warm, ${restedMb.toFixed(0)} MB after it (at most ${(warmMb * RSS_GROWTH).toFixed(0)})`,
    ...[...new Set(failures)].map((failure) => `failed: ${failure}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  const wereCut = report.unreadClosed >= UNREAD || seconds < CUT_WITHIN_S;
  const isCalm = calls > 0 && failures.length === 0 && p99Ms <= P99_MS;
  const isGood = isCalm && wereCut && restedMb <= warmMb * RSS_GROWTH;
  process.stdout.write(isGood ? 'passed\n' : 'failed\n');
  return isGood ? 0 : 1;
}
