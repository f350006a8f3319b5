import { expect, test } from 'vitest';
import { compileFolder } from './support/compile-folder.js';
import { createProject } from './support/create-project.js';

const PROCEDURE = (name: string, path: string) => `import { procedure } from 'procgen';
import { addKind } from './_kinds.js';
export const ${name} = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '${path}', tags: ['items'], summary: 'S', protect: false },
  })
  .output(addKind('${name}'))
  .query((() => null) as never);
`;

test('What a file exports with a star is evaluated before its own exports, as modules are.', async () => {
  const root = await createProject({
    'procedures/_kinds.ts': `import * as z from 'zod';
const kinds: string[] = [];
export const addKind = (kind: string) => z.enum([...kinds, kinds[kinds.push(kind) - 1]]);
`,
    'procedures/_base.ts': PROCEDURE('base', '/base'),
    'procedures/items.ts': `${PROCEDURE('own', '/own')}export * from './_base.js';\n`,
  });
  const { model, diagnostics } = await compileFolder(new URL(`file://${root}/`));
  expect(diagnostics).toEqual([]);
  const outputs = model?.procedures.map(({ name, success }) => [name, success.schema?.enum]);
  expect(Object.fromEntries(outputs ?? [])).toEqual({
    'items.base': ['base'],
    'items.own': ['base', 'own'],
  });
});
