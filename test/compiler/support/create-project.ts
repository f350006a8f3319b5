import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

const CONFIG = `import { defineConfig } from 'procgen';

export default defineConfig({ tags: { items: 'Items' } });
`;

/** A project on the disk, gone after the test, with procgen and zod installed beside the packages that `files` bring. */
export async function createProject(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'procgen-compiler-')));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const all = {
    'package.json': '{ "name": "shop", "type": "module" }',
    'procgen.config.ts': CONFIG,
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  await mkdir(join(root, 'node_modules'), { recursive: true });
  await symlink(REPOSITORY, join(root, 'node_modules/procgen'));
  await symlink(join(REPOSITORY, 'node_modules/zod'), join(root, 'node_modules/zod'));
  return root;
}
