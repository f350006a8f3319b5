import { existsSync, readFileSync } from 'node:fs';

/** The actors of the entries of a store's audit log, the oldest first. What a crash left of a line is passed over. */
export function readActors(store: string): string[] {
  const path = `${store}.audit.jsonl`;
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line).actor);
}
