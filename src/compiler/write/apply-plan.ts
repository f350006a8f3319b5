import type { Host } from '../host.js';
import type { PlannedWrite } from './plan-writes.js';

/** Writes what is new or changed, each file atomically. What is foreign must have been refused before. */
export async function applyPlan(host: Host, root: string, plan: readonly PlannedWrite[]): Promise<void> {
  for (const { path, status, text } of plan) {
    if (status !== 'unchanged') await host.writeFile(`${root}/${path}`, text);
  }
}
