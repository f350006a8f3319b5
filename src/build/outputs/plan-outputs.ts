import type { Host } from '../../compiler/host.js';
import { type PlannedWrite, planWrites } from '../../compiler/write/plan-writes.js';
import type { OutputFile } from '../../model/output-file.js';
import type { BuildRecord } from '../cache/build-record.js';
import { inspectOutputs, type OutputClaims } from './inspect-outputs.js';

/** What becomes, or would become, of the generated files. */
export interface PlannedOutputs extends OutputClaims {
  readonly plan: readonly PlannedWrite[];
}

export const NOTHING_PLANNED: PlannedOutputs = { plan: [], foreign: [], edited: [], surplus: [] };

export async function planOutputs(
  host: Host,
  root: string,
  { files, last }: { readonly files: readonly OutputFile[]; readonly last: BuildRecord | null },
): Promise<PlannedOutputs> {
  const plan = await planWrites(host, root, files);
  return { plan, ...(await inspectOutputs(host, root, { plan, last })) };
}
