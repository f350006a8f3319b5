import type { Bar } from '../harness/bar.js';
import type { BenchOptions } from '../harness/bench-options.js';
import type { Report, Sheet } from '../harness/report.js';
import { buildDescribedService } from './build-described-service.js';
import { CONTENDERS, type GeneratedClient, generateClient } from './contenders.js';
import { countLines } from './count-lines.js';
import { measureBytes } from './measure-bytes.js';
import { measureHovers } from './measure-hovers.js';
import { countInstantiations, createEmptyFolder, timeCheck } from './measure-types.js';

/** What is at most acceptable of each measure, in the order of the rows. */
const LIMITS = [2600, 4500, 3000, 100, 40, 120, 30];

/** What a client costs those who use it, beside the clients of others from the same description. */
export async function measureClients({ rounds, share }: BenchOptions): Promise<Report> {
  const large = buildDescribedService(Math.max(1, Math.round(100 * share)));
  const middling = buildDescribedService(Math.max(1, Math.round(20 * share)));
  const clients = CONTENDERS.map((contender) => generateClient(contender, large));
  const smaller = CONTENDERS.map((contender) => generateClient(contender, middling));
  const hovers = clients.map(measureHovers);
  const rows: Sheet['rows'] = [
    ['one call', 'B gzip', await measureAll(clients, 'one-call.ts')],
    [`all of ${middling.operations} operations`, 'B gzip', await measureAll(smaller, 'whole.ts')],
    ['type instantiations', '', clients.map(({ folder }) => countInstantiations(folder))],
    ['type check over an empty file', 'ms', timeChecks(clients, rounds)],
    ['hover over a result', 'characters', hovers.map(({ result }) => result)],
    ['hover over a call', 'characters', hovers.map(({ method }) => method)],
    ['generated for an operation', 'lines', clients.map(countLines)],
  ].map(([measure, unit, values]) => ({ measure, unit, values }) as Sheet['rows'][number]);
  const title = `what a client of ${large.operations} operations costs`;
  return {
    bench: 'client',
    tables: [],
    sheets: [{ title, contenders: clients.map(({ name }) => name), rows }],
    bars: rows.map(
      ({ measure, unit, values: [value = 0] }, index): Bar => ({
        name: measure,
        value,
        limit: LIMITS[index] ?? 0,
        unit,
      }),
    ),
    profiles: [],
  };
}

async function measureAll(clients: readonly GeneratedClient[], entry: string): Promise<readonly number[]> {
  return Promise.all(clients.map(({ folder }) => measureBytes(`${folder}/${entry}`)));
}

/** The quickest round of each over the quickest of an empty file: what else the machine does can only add to one. */
function timeChecks(clients: readonly GeneratedClient[], rounds: number): readonly number[] {
  const folders = [createEmptyFolder(), ...clients.map(({ folder }) => folder)];
  const samples = Array.from({ length: rounds }, () => folders.map(timeCheck));
  const [emptyMs = 0, ...quickest] = folders.map((_, index) =>
    Math.min(...samples.map((round) => round[index] ?? Infinity)),
  );
  return quickest.map((ms) => ms - emptyMs);
}
