import type { Host } from '../host.js';
import type { PlannedWrite } from './plan-writes.js';

/** Writes what changed, each file atomically, and deletes what is surplus. */
export async function applyPlan(host: Host, root: string, plan: readonly PlannedWrite[]): Promise<void> {
  for (const { path, status, text } of plan) {
    if (status === 'surplus') await host.deleteFile(`${root}/${path}`);
    else if (status !== 'unchanged' && text !== undefined) await host.writeFile(`${root}/${path}`, text);
  }
}
