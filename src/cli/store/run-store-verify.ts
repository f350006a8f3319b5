import type { StoreReport } from '../../stores/store-report.js';
import { verifyStore } from '../../stores/verify-store.js';
import { chooseStore, type StoreOptions } from '../choose-store.js';
import { createColors } from '../colors.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { makePrintable } from '../print/make-printable.js';
import { printJson } from '../print/print-json.js';
import { printCounts } from './print-counts.js';

/**
 * `procgen store verify`: reports problems of the store and changes nothing. Exits with 2 if no server could use it, with 1
 * if other users can access it.
 */
export async function runStoreVerify(options: StoreOptions, io: Io): Promise<number> {
  const { store, project } = await chooseStore(options, io);
  const report = await verifyStore(store, { cwd: project.root });
  if (options.json) io.stdout.write(printJson(toJson(report)));
  else printForPeople(report, io);
  if (report.faults.length === 0) return EXIT.fine;
  return report.faults.every(({ code }) => code === 'EXPOSED') ? EXIT.errors : EXIT.usage;
}

function printForPeople({ path, version, counts, owner, leftovers, faults }: StoreReport, io: Io): void {
  const colors = createColors(io, io.stderr);
  const print = (line: string) => io.stderr.write(`${makePrintable(line)}\n`);
  for (const { message } of faults)
    io.stderr.write(`${colors.bold(colors.red('error:'))} ${makePrintable(message)}\n`);
  if (counts !== null) print(`${path} is intact: version ${version}, ${printCounts(counts)}.`);
  if (owner !== null)
    print(`Process ${owner.pid}, started at ${owner.startedAt.toISOString()}, has it open.`);
  for (const name of leftovers) print(`A process that was killed left ${name}. The next start removes it.`);
}

function toJson({ version, counts, ...report }: StoreReport): object {
  const ok = report.faults.length === 0;
  return { version: 1, ok, formatVersion: version, counts, ...report };
}
