import { expect, test } from 'vitest';
import { guardProcess } from '../../src/build/guard-process.js';
import { createNodeHost } from '../../src/cli/node-host.js';
import { compile } from '../../src/compiler/compile.js';
import { createProject } from './support/create-project.js';

const procedure = (name: string) => `import { procedure } from 'procgen';
import * as z from 'zod';
export const ${name} = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/${name}', tags: ['items'], summary: 'Gets it', protect: false } })
  .output(z.object({ n: z.number() }))
  .query(() => ({ n: 1 }));
`;

const TWO_FOLDERS = { 'procedures/old.ts': procedure('old'), 'api/current.ts': procedure('current') };

async function compileProject(files: Readonly<Record<string, string>>) {
  const root = await createProject({ ...TWO_FOLDERS, ...files });
  return guardProcess(() => compile(createNodeHost(), { root }));
}

test('procedures are where the configuration says in the end, also where its text does not say it', async () => {
  const { diagnostics, inputs, files } = await compileProject({
    'base.ts': "export const base = { procedures: 'api', tags: { items: 'Items' } };\n",
    'procgen.config.ts': `import { defineConfig } from 'procgen';
import { base } from './base.js';
export default defineConfig({ ...base });
`,
  });
  expect(diagnostics).toEqual([]);
  expect(inputs).toContain('api/current.ts');
  expect(inputs).not.toContain('procedures/old.ts');
  expect(files.find(({ path }) => path.endsWith('routes.ts'))?.text).not.toContain('old');
});

test('a configuration that fails is what is told, and nothing of procedures that were read meanwhile', async () => {
  const { diagnostics } = await compileProject({
    'procedures/broken.ts': 'export const = ;\n',
    'procgen.config.ts': "export default (() => { throw new Error('not today'); })();\n",
  });
  expect(diagnostics.map(({ file }) => file)).toEqual(['procgen.config.ts']);
});
