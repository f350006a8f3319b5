import { relative } from 'node:path';
import type { Host } from '../../compiler/host.js';
import type { PlannedWrite } from '../../compiler/write/plan-writes.js';

/**
 * Copies what somebody wrote into generated files before it is overwritten, and says into which folder, relative to the
 * project.
 */
export async function keepEdited(
  host: Host,
  root: string,
  { plan, edited }: { readonly plan: readonly PlannedWrite[]; readonly edited: readonly string[] },
  cacheFolder: string,
): Promise<string> {
  const folder = `${cacheFolder}/edited`;
  for (const { path, before } of plan) {
    if (edited.includes(path)) await host.writeFile(`${folder}/${path}`, before ?? '');
  }
  return relative(root, folder);
}
