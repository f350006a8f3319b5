import { relative } from 'node:path';
import { verifyStore } from '../../stores/verify-store.js';
import { printCounts } from '../store/print-counts.js';
import { type Finding, fault, ok, warn } from './finding.js';

const HELP = 'Run "procgen store verify"; docs/deployment.md in the package describes the store.';

/** Whether a server could start on the store, and who has it open. Changes nothing. */
export async function checkStore(store: string, root: string): Promise<Finding> {
  const { path, counts, owner, faults } = await verifyStore(store, { cwd: root });
  const place = relative(root, path);
  const [first] = faults.filter(({ code }) => code !== 'EXPOSED');
  if (first?.code === 'MISSING') return ok('store', `There is no ${place} yet; the first start makes it.`);
  if (first) return fault('store', first.message, HELP);
  const [exposed] = faults;
  if (exposed) return warn('store', exposed.message, HELP);
  const holds = counts === null ? 'can be read' : `has ${printCounts(counts)}`;
  return ok('store', `${place} ${holds}${owner === null ? '' : `; process ${owner.pid} has it open`}.`);
}
