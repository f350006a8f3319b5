import type { Host } from '../host.js';
import type { PlannedWrite } from './plan-writes.js';

/** Writes what is new or changed, all of it or nothing. What is foreign must have been refused before. */
export async function applyPlan(host: Host, root: string, plan: readonly PlannedWrite[]): Promise<void> {
  const due = plan.filter(({ status }) => status !== 'unchanged');
  await host.writeFiles(due.map(({ path, text }) => ({ path: `${root}/${path}`, text })));
}
