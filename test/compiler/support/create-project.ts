import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder, REPOSITORY } from '../../cli/temporary-project.js';

const CONFIG = `import { defineConfig } from 'procgen';

export default defineConfig({ tags: { items: 'Items' } });
`;

/** A project on the disk, gone after the test, with procgen and zod installed beside the packages that `files` bring. */
export async function createProject(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await createFolder({
    'package.json': '{ "name": "shop", "type": "module" }',
    'procgen.config.ts': CONFIG,
    ...files,
  });
  await mkdir(join(root, 'node_modules'), { recursive: true });
  await symlink(REPOSITORY, join(root, 'node_modules/procgen'));
  await symlink(join(REPOSITORY, 'node_modules/zod'), join(root, 'node_modules/zod'));
  return root;
}
