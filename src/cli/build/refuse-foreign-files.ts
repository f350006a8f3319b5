import type { PlannedWrite } from '../../compiler/write/plan-writes.js';
import { CliFailure } from '../cli-failure.js';

/** Throws when a file would be written over that no build has written. */
export function refuseForeignFiles(plan: readonly PlannedWrite[]): void {
  const [first, ...others] = plan.filter(({ status }) => status === 'foreign');
  if (!first) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new CliFailure(`"${first.path}" was not written by procgen${more}; nothing was written.`, {
    help: 'Name another folder, or move the file out of the way.',
  });
}
