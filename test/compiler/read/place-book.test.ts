import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNodeHost } from '../../../src/cli/node-host.js';
import { compile } from '../../../src/compiler/compile.js';
import type { Host } from '../../../src/compiler/host.js';
import { createModuleReader } from '../../../src/compiler/read/module-reader.js';
import { createProject, REPOSITORY } from '../support/create-project.js';

/** Compiles a project, and tells the files in which places were looked for. */
async function listLookedAt(root: string): Promise<readonly string[]> {
  const looked: string[] = [];
  const readerThread: Host['readerThread'] = {
    openReader(findImport) {
      const reader = createModuleReader(findImport);
      const readPlaces: typeof reader.readPlaces = (module) => {
        looked.push(module.file);
        return reader.readPlaces(module);
      };
      return { ...reader, readPlaces };
    },
    rest() {},
  };
  await compile({ ...createNodeHost(), readerThread }, { root });
  return looked;
}

test('where there is no fault, no place is looked for', async () => {
  expect(await listLookedAt(join(REPOSITORY, 'test/cases/valid/realworld'))).toEqual([]);
});

test('where there is one, it is looked for in that file', async () => {
  const file = (path: string, more = '') => `import { procedure } from 'procgen';
import * as z from 'zod';
export const list = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '${path}', tags: ['demo'], summary: 'Lists', protect: false${more} } })
  .output(z.string())
  .query(() => '');
`;
  const root = await createProject({
    'procgen.config.ts':
      "import { defineConfig } from 'procgen';\nexport default defineConfig({ tags: { demo: 'Demo' } });\n",
    'procedures/good.ts': file('/good'),
    'procedures/wrong.ts': file('/wrong', ', colour: 1'),
  });
  expect(await listLookedAt(root)).toEqual(['procedures/wrong.ts']);
});
