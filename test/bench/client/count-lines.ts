import { readdirSync, readFileSync } from 'node:fs';

/** What the bench wrote itself. */
const OWN = ['one-call.ts', 'consumer.ts', 'whole.ts'];

/** The lines of all that was generated, the parts that are there once included, for each operation. */
export function countLines({
  folder,
  operations,
}: {
  readonly folder: string;
  readonly operations: number;
}): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) =>
      entry.isFile() &&
      entry.name.endsWith('.ts') &&
      !OWN.includes(entry.name) &&
      !entry.parentPath.includes('node_modules'),
  );
  const lines = files.map(
    (entry) => readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8').split('\n').length - 1,
  );
  return lines.reduce((sum, count) => sum + count, 0) / operations;
}
