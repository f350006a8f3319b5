import type { Host } from '../compiler/host.js';
import type { ProjectBuild } from './builder.js';
import type { BuildCache } from './cache/build-cache.js';
import { listWatched } from './cache/build-inputs.js';
import { areOnDisk, type Change } from './cache/find-change.js';
import { inspectOutputs } from './outputs/plan-outputs.js';

/**
 * What the last build came to, where neither what it was made of nor what it wrote has changed; null otherwise. Of the server
 * bundle that is asked only where `isServerNeeded`.
 */
export async function findUnchanged(
  host: Host,
  root: string,
  {
    cache: { last, checksum },
    change,
    isServerNeeded,
  }: { readonly cache: BuildCache; readonly change: Change; readonly isServerNeeded: boolean },
): Promise<ProjectBuild | null> {
  if (!last?.inputs || change !== 'none') return null;
  if (!areOnDisk(root, isServerNeeded ? { ...last.files, ...last.server } : last.files)) return null;
  const paths = Object.keys(last.files).sort();
  const plan = paths.map((path) => ({ path, text: '', before: null, status: 'unchanged' as const }));
  const { diagnostics, stats, configFile, inputs } = last;
  return {
    plan,
    ...(await inspectOutputs(host, root, { plan, last })),
    diagnostics,
    stats,
    configFile,
    isConfigBroken: false,
    id: checksum,
    isCompiled: false,
    watched: listWatched(root, inputs),
  };
}
