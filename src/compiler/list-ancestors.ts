import { dirname } from 'node:path';

/** A folder and those around it, the innermost first. */
export function listAncestors(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...listAncestors(above)];
}
