import { describe, expect, test } from 'vitest';
import { createNodeHost } from '../../../src/cli/node-host.js';
import { compile } from '../../../src/compiler/compile.js';
import { createProject } from '../support/create-project.js';

/** A procedure file with a schema of that id. */
function file(path: string, { id, schema }: { readonly id: string; readonly schema: string }): string {
  return `import { procedure } from 'procgen';
import * as z from 'zod';
const Item = ${schema}.meta({ id: '${id}' });
export const list = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '${path}', tags: ['items'], summary: 'Lists', protect: true } })
  .output(z.object({ items: z.array(Item) }))
  .query((() => ({ items: [] })) as never);
`;
}

const importing = (text: string) =>
  text.replace('const Item', "import { shared } from '../shared.js';\nconst Item");

async function compileFiles(files: Readonly<Record<string, string>>) {
  const { model, diagnostics } = await compile(createNodeHost(), { root: await createProject(files) });
  return { names: model?.schemas.map(({ name }) => name), codes: diagnostics.map(({ code }) => code) };
}

const DATE = 'z.object({ at: z.date().default(new Date(0)) })';
const RECURSIVE =
  'z.object({ own: (() => { const own = z.object({ get more() { return z.array(own); } }); return own; })() })';

describe('Schemas of one id in two files', () => {
  test.each([
    ['an object', DATE],
    ['one that holds a schema without an id which contains itself', RECURSIVE],
  ])('are one where they are alike: %s.', async (_, schema) => {
    const { names, codes } = await compileFiles({
      'procedures/a.ts': file('/a', { id: 'Item', schema }),
      'procedures/b.ts': file('/b', { id: 'Item', schema }),
      'procedures/c.ts': file('/c', { id: 'Other', schema: DATE }),
    });
    expect(codes).toEqual([]);
    expect(names).toContain('Item');
    expect(names).toContain('Other');
  });

  test.each([
    ['wholly', 'z.object({ at: z.string() })'],
    ['in requests only, where neither is used', 'z.object({ at: z.date() })'],
    [
      'in the value that stands in for what is missing',
      'z.object({ at: z.date().default(() => new Date(1)) })',
    ],
    ['in what they hold', 'z.object({ shared })'],
  ])('are refused where they differ: %s.', async (_, second) => {
    const { codes } = await compileFiles({
      'shared.ts': "import * as z from 'zod';\nexport const shared = z.string();\n",
      'procedures/a.ts': file('/a', { id: 'Item', schema: DATE }),
      'procedures/b.ts': importing(file('/b', { id: 'Item', schema: second })),
    });
    expect(codes).toEqual(['duplicate-component']);
  });
});

test('Files whose schemas ask for a shared one when they are looked at share it.', async () => {
  const schema = 'z.object({ get at() { return shared; } })';
  const { names, codes } = await compileFiles({
    'shared.ts':
      "import * as z from 'zod';\nexport const shared = z.object({ at: z.date() }).meta({ id: 'Shared' });\n",
    'procedures/a.ts': importing(file('/a', { id: 'OwnA', schema })),
    'procedures/b.ts': importing(file('/b', { id: 'OwnB', schema })),
  });
  expect(codes).toEqual([]);
  expect(names).toEqual(['Failure', 'OwnA', 'OwnB', 'Shared'].filter((name) => names?.includes(name)));
  expect(names).toContain('Shared');
});

test('Schemas of a file of any name are referred to.', async () => {
  const { names, codes } = await compileFiles({
    "procedures/é%41~1 '(a)!.ts": file('/a', { id: 'Item', schema: RECURSIVE }),
  });
  expect(codes).toEqual([]);
  expect(names).toHaveLength(2);
});

test('A procedure file that is asked for after it was parsed is not evaluated twice.', async () => {
  const { codes } = await compileFiles({
    'procedures/a.ts': file('/a', { id: 'Item', schema: DATE }),
    'again.ts': "export { list } from './procedures/a.js';\n",
    'procedures/b.ts': "export { list as other } from '../again.js';\n",
  });
  expect(codes).toEqual(['duplicate-export']);
});
