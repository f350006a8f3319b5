import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** A folder with these files, gone after the test; absolute, links resolved. */
export async function createFolder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'procgen-cli-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** A project that has procgen and zod installed, and no procedures but the given files. */
export async function createProject(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = await createFolder({ 'package.json': '{ "name": "shop", "type": "module" }', ...files });
  await mkdir(join(root, 'node_modules'));
  await symlink(REPOSITORY, join(root, 'node_modules/procgen'));
  await symlink(join(REPOSITORY, 'node_modules/zod'), join(root, 'node_modules/zod'));
  return root;
}

/** One good procedure; `GET /ping`. */
export const PING = `import { procedure } from 'procgen';
import * as z from 'zod';

export const ping = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/ping', tags: ['demo'], summary: 'Ping', protect: false },
  })
  .output(z.object({ pong: z.boolean() }))
  .query(() => ({ pong: true }));
`;

export const CONFIG = `import { defineConfig } from 'procgen';

export default defineConfig({ tags: { demo: 'Demo' } });
`;
