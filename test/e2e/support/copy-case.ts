import { randomUUID } from 'node:crypto';
import { cp, mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Copies a folder of `test/cases/valid` to where a test may build and serve it: below `.procgen/` of this
 * repository, so that `procgen` and `zod` resolve as they do in the case itself (Node resolves a package's own name
 * below its folder, but not below a `node_modules`), and four levels deep, so that relative `extends` still hold.
 */
export async function copyCase(name: string): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const source = join(root, 'test', 'cases', 'valid', name);
  const parent = join(root, '.procgen', 'e2e', randomUUID());
  const folder = join(parent, basename(name));
  await mkdir(parent, { recursive: true });
  await cp(source, folder, { recursive: true, filter: (path) => basename(path) !== '.procgen' });
  return { folder, remove: () => rm(parent, { recursive: true, force: true }) };
}
