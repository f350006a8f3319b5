import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildHostileProject } from './support/build-hostile-project.js';
import { createCostReport } from './support/cost.js';
import {
  type DescribedRun,
  type FuzzReport,
  fuzzByBytes,
  fuzzByHostileBodies,
  fuzzBySchema,
} from './support/fuzz.js';
import { measureLoopLimit } from './support/loop-limit.js';
import { serveApart } from './support/serve-apart.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    count: { type: 'string', default: '10000' },
    hostile: { type: 'string', default: '1000' },
    project: { type: 'string', multiple: true },
  },
});
const [seed, count, hostile] = [values.seed, values.count, values.hostile].map(Number) as [
  number,
  number,
  number,
];
if (![seed, count, hostile].every(Number.isInteger) || count < 1 || hostile < 1) {
  process.stderr.write('--seed, --count and --hostile are whole numbers.\n');
  process.exit(2);
}

let isFine = true;
for (const project of values.project ?? ['.', buildHostileProject()]) {
  if (!(await fuzzProject(project))) isFine = false;
}
process.exit(isFine ? 0 : 1);

/** Every kind of fuzz, and what the requests cost. */
async function fuzzProject(project: string): Promise<boolean> {
  const costs = createCostReport();
  const limit = measureLoopLimit();
  const script = fileURLToPath(new URL('serve.mjs', import.meta.url));
  const { url, description, key, meter, stop } = await serveApart(script, project);
  process.stderr.write(`${url} serves ${project}; seed ${seed}\n`);
  const run = { url, description, key, seed, measuring: { meter, limit, costs } };
  const reports = [
    await report('by the description', fuzzBySchema, { ...run, count }),
    await report('of damaged bytes', fuzzByBytes, { ...run, count }),
    await report('with hostile bodies', fuzzByHostileBodies, { ...run, count: hostile }),
  ];
  await stop();
  const faults = costs.findFaults();
  process.stdout.write(`${[costs.print(), ...faults].join('\n')}\n`);
  return faults.length === 0 && reports.every(({ fault }) => fault === null);
}

/** Runs one kind of fuzz, shows how far it is, and prints what it found. */
async function report(
  kind: string,
  fuzz: (run: DescribedRun) => Promise<FuzzReport>,
  run: DescribedRun,
): Promise<FuzzReport> {
  let requested = 0;
  const onAsked = () => {
    requested += 1;
    if (requested % Math.ceil(run.count / 10) === 0)
      process.stderr.write(`  ${requested} requests ${kind}\n`);
  };
  const found = await fuzz({ ...run, onAsked });
  const statuses = [...found.statuses].sort(([left], [right]) => left - right);
  const counts = statuses.map(([status, times]) => `${status}: ${times}`).join(', ');
  process.stdout.write(`${requested} requests ${kind}: ${counts}\n${found.fault ?? 'no error'}\n`);
  return found;
}
