import { isGeneratedText } from '../emit/generated-header.js';
import type { OutputFile } from '../emit/output-file.js';
import type { Host } from '../host.js';

/** What would happen to one file. Paths are relative to the project, with `/`. */
export interface PlannedWrite {
  readonly path: string;
  /** `surplus` was generated once and is not any more. */
  readonly status: 'new' | 'changed' | 'unchanged' | 'surplus';
  /** The text to write; absent for a surplus file. */
  readonly text?: string;
}

/** Compares the generated files with what stands on the disk. Sorted by path. */
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
  plan.push(...(await findSurplus(host, root, files)));
  return plan.sort((left, right) => (left.path < right.path ? -1 : 1));
}

/** Files beside the generated ones that say they were generated too. Others are none of ours. */
async function findSurplus(host: Host, root: string, files: readonly OutputFile[]): Promise<PlannedWrite[]> {
  const written = new Set(files.map(({ path }) => path));
  const folders = new Set(files.map(({ path }) => path.slice(0, path.lastIndexOf('/'))));
  const surplus: PlannedWrite[] = [];
  for (const folder of folders) {
    for (const absolute of await host.listFiles(`${root}/${folder}`)) {
      const path = absolute.slice(root.length + 1);
      if (written.has(path)) continue;
      const text = path.endsWith('.ts') ? await host.readFile(absolute) : null;
      if (text !== null && isGeneratedText(text)) surplus.push({ path, status: 'surplus' });
    }
  }
  return surplus;
}
