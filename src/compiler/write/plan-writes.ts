import type { OutputFile } from '../../model/output-file.js';
import type { Host } from '../host.js';

/** What would happen to one file. Paths are relative to the project, with `/`. */
export interface PlannedWrite extends OutputFile {
  /** `foreign` is a file of somebody else's in that place. */
  readonly status: 'new' | 'changed' | 'unchanged' | 'foreign';
  /** What stands there now; null when nothing does. */
  readonly before: string | null;
}

/** Compares files with what stands on the disk. Sorted by path. */
export async function planWrites(
  host: Host,
  root: string,
  files: readonly OutputFile[],
): Promise<readonly PlannedWrite[]> {
  const plan: PlannedWrite[] = [];
  for (const file of files) {
    const before = await host.readFile(`${root}/${file.path}`);
    plan.push({ ...file, before, status: compareTexts(before, file) });
  }
  return plan.sort((left, right) => (left.path < right.path ? -1 : 1));
}

function compareTexts(before: string | null, { text, mark }: OutputFile): PlannedWrite['status'] {
  if (before === null) return 'new';
  if (before === text) return 'unchanged';
  return mark === undefined || before.trim() === '' || before.includes(mark) ? 'changed' : 'foreign';
}
