import type { OutputFile } from '../emit/output-file.js';
import type { Host } from '../host.js';

/** What would happen to one file. Paths are relative to the project, with `/`. */
export interface PlannedWrite extends OutputFile {
  readonly status: 'new' | 'changed' | 'unchanged';
}

/** Compares files with what stands on the disk. Sorted by path. */
export async function planWrites(
  host: Host,
  root: string,
  files: readonly OutputFile[],
): Promise<readonly PlannedWrite[]> {
  const plan: PlannedWrite[] = [];
  for (const { path, text } of files) {
    const before = await host.readFile(`${root}/${path}`);
    plan.push({ path, status: before === null ? 'new' : before === text ? 'unchanged' : 'changed', text });
  }
  return plan.sort((left, right) => (left.path < right.path ? -1 : 1));
}
