import { parseArgs } from 'node:util';
import { type FuzzReport, type FuzzRun, fuzzByBytes, fuzzBySchema } from './support/fuzz.js';
import { serveBuilt } from './support/serve-built.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    count: { type: 'string', default: '10000' },
    project: { type: 'string', default: '.' },
  },
});
const seed = Number(values.seed);
const count = Number(values.count);
if (!Number.isInteger(seed) || !Number.isInteger(count) || count < 1) {
  process.stderr.write('--seed and --count are whole numbers.\n');
  process.exit(2);
}

const target = await serveBuilt(values.project);
process.stderr.write(
  `${target.url} serves ${values.project}; seed ${seed}, ${count} requests of each kind\n`,
);
const reports = [
  await report('by the description', (run) =>
    fuzzBySchema({ ...run, description: target.description, key: target.key }),
  ),
  await report('of damaged bytes', fuzzByBytes),
];
await target.stop();
process.exit(reports.some(({ fault }) => fault !== null) ? 1 : 0);

/** Runs one kind of fuzz, shows how far it is, and prints what it found. */
async function report(kind: string, fuzz: (run: FuzzRun) => Promise<FuzzReport>): Promise<FuzzReport> {
  let asked = 0;
  const onAsked = () => {
    asked += 1;
    if (asked % Math.ceil(count / 10) === 0) process.stderr.write(`  ${asked} requests ${kind}\n`);
  };
  const found = await fuzz({ url: target.url, seed, count, onAsked });
  const statuses = [...found.statuses].sort(([left], [right]) => left - right);
  const counts = statuses.map(([status, times]) => `${status}: ${times}`).join(', ');
  process.stdout.write(`${asked} requests ${kind}: ${counts}\n${found.fault ?? 'no fault'}\n`);
  return found;
}
