import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNodeHost } from '../../../src/cli/node-host.js';
import type { Compilation } from '../../../src/compiler/compilation.js';
import { compile } from '../../../src/compiler/compile.js';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

export interface BuiltProject {
  readonly root: string;
  readonly compilation: Compilation;
  remove(): Promise<void>;
}

/**
 * Builds a project of the given procedure files, by their names without `.ts`, and writes what it compiles to. It
 * stands below `.procgen/` of this repository, where `procgen` and `zod` resolve.
 */
export async function buildProject(files: Readonly<Record<string, string>>): Promise<BuiltProject> {
  const root = join(REPOSITORY, '.procgen', 'schemas', randomUUID());
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  await write(
    'procgen.config.ts',
    "import { defineConfig } from 'procgen';\nexport default defineConfig({ tags: { schemas: 'Schemas' } });\n",
  );
  for (const [name, text] of Object.entries(files)) await write(`procedures/${name}.ts`, text);
  const compilation = await compile(createNodeHost(), { root });
  for (const { path, text } of compilation.files) await write(path, text);
  return { root, compilation, remove: () => rm(root, { recursive: true, force: true }) };
}
