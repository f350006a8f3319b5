import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { compileFolder, printDiagnosticsIn } from './support/compile-folder.js';
import { createProject } from './support/create-project.js';

const CONFIG = (...files: string[]) =>
  `import { defineConfig } from 'procgen';

export default defineConfig({
  tags: { items: 'Items' },
  setup: [${files.map((file) => `'${file}'`).join(', ')}],
});
`;

const PROCEDURE = (path: string, output: string, imports = '') => `import { procedure } from 'procgen';
import * as z from 'zod';
${imports}
export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '${path}', tags: ['items'], summary: 'S', protect: false },
  })
  .output(${output})
  .query((() => null) as never);
`;

const ORDER = 'export const order: string[] = [];\n';

async function compileProject(files: Readonly<Record<string, string>>) {
  const root = await createProject(files);
  const folder = new URL(`file://${root}/`);
  const { files: generated, diagnostics } = await compileFolder(folder);
  const texts = Object.fromEntries(generated.map(({ path, text }) => [path, text]));
  return { folder, diagnostics, texts };
}

test('Modules of the setup run whole and in order, with what they import for its effects, before schemas are made.', async () => {
  const { diagnostics, texts } = await compileProject({
    'procgen.config.ts': CONFIG('./src/first.ts', './src/second.mts'),
    'src/order.ts': ORDER,
    'src/first.ts': `import { order } from './order.js';
import './imported.js';
order.push('first');
const made = order.push('declared');
export default order.push(\`default \${made}\`);
`,
    'src/imported.ts': `import { order } from './order.js';
await Promise.resolve();
order.push('imported');
`,
    'src/second.mts': `import { order } from './order.js';
for (const name of ['second', 'third']) order.push(name);
`,
    'procedures/items.ts': PROCEDURE(
      '/items',
      'z.literal(order)',
      "import { order } from '../src/order.js';\n",
    ),
  });
  expect(diagnostics).toEqual([]);
  const order = ['imported', 'first', 'declared', 'default 3', 'second', 'third'];
  const { paths } = JSON.parse(texts['generated/openapi.json'] ?? '');
  const { content } = paths['/items'].get.responses['200'];
  expect(content['application/json'].schema.enum).toEqual(order);
});

test('The route table imports the setup first, in order, and no other file is different for it.', async () => {
  const files = {
    'src/order.ts': ORDER,
    'src/b.ts': "import { order } from './order.js';\norder.push('b');\n",
    'src/a.mts': "import { order } from './order.js';\norder.push('a');\n",
    'procedures/items.ts': PROCEDURE('/items', 'z.string()'),
  };
  const without = await compileProject(files);
  const { texts } = await compileProject({
    'procgen.config.ts': CONFIG('./src/b.ts', 'src/a.mts'),
    ...files,
  });
  const added = "import '../src/b.js';\nimport '../src/a.mjs';\nimport { defineRoutes }";
  expect(texts).toEqual({
    ...without.texts,
    'generated/routes.ts': without.texts['generated/routes.ts']?.replace('import { defineRoutes }', added),
  });
});

test('A setup changes what zod makes of the schemas of every procedure file.', async () => {
  const { diagnostics, texts } = await compileProject({
    'procgen.config.ts': CONFIG('./src/extend.ts'),
    'src/extend.ts': `import * as z from 'zod';

declare module 'zod' {
  interface ZodString {
    label(text: string): this;
  }
}
(z.ZodString.prototype as z.ZodString).label = function (text) {
  return this.describe(\`Labelled \${text}\`);
};
`,
    'procedures/items.ts': PROCEDURE(
      '/items',
      "Object.assign(z.string(), { label: z.ZodString.prototype.label }).label('items')",
    ),
    'procedures/parts.ts': PROCEDURE('/parts', "z.ZodString.prototype.label.call(z.string(), 'parts')"),
  });
  expect(diagnostics).toEqual([]);
  expect(texts['generated/openapi.json']).toContain('"Labelled items"');
  expect(texts['generated/openapi.json']).toContain('"Labelled parts"');
});

test('A setup that is not there is an error of the configuration, at its place.', async () => {
  const { folder } = await compileProject({
    'procgen.config.ts': CONFIG('./src/there.ts', './src/gone.ts'),
    'src/there.ts': 'export {};\n',
    'procedures/items.ts': PROCEDURE('/items', 'z.string()'),
  });
  expect(await printDiagnosticsIn(folder)).toMatch(
    /^error\[invalid-config\]: There is no file "src\/gone\.ts"\.\n {2}--> procgen\.config\.ts:5:29\n/,
  );
});

test.each([
  ['throws', "const made = () => { throw new Error('boom'); };\nmade();\n", /: boom/],
  ['does not parse', 'export const 7;\n', /: /],
  ['imports what is not there', "import './gone.js';\n", /Cannot find "\.\/gone\.js"/],
])(
  'A setup that %s is an error at its place in the configuration, and nothing else is reported.',
  async (_, text, reason) => {
    const { folder, diagnostics } = await compileProject({
      'procgen.config.ts': CONFIG('./src/broken.ts'),
      'src/broken.ts': text,
      'procedures/items.ts': PROCEDURE(
        '/items',
        'z.string()',
        "import { nothing } from './nothing.js';\nnothing;",
      ),
    });
    expect(diagnostics).toMatchObject([
      {
        code: 'failing-import',
        file: 'procgen.config.ts',
        line: 5,
        column: 11,
        message: expect.stringMatching(/^"src\/broken\.ts" cannot be imported/),
        related: { file: 'src/broken.ts' },
      },
    ]);
    expect(await printDiagnosticsIn(folder)).toMatch(reason);
  },
);

test('A setup whose path is none is refused, and PROCGEN_SETUP is no variable.', async () => {
  const { diagnostics } = await compileProject({
    'procgen.config.ts': CONFIG('/src/setup.ts', './src/setup.json'),
    'procedures/items.ts': PROCEDURE('/items', 'z.string()'),
  });
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'invalid-config setup.0: Expected the path of a module, such as "./src/setup.ts".',
    'invalid-config setup.1: Expected the path of a module, such as "./src/setup.ts".',
  ]);
});

test('A warning of an import for side effects follows what the imported module does now.', async () => {
  const root = await createProject({
    'src/extend.ts': 'export const declared = 1;\n',
    'procedures/items.ts': PROCEDURE('/items', 'z.string()', "import '../src/extend.js';\n"),
  });
  const folder = new URL(`file://${root}/`);
  const first = await compileFolder(folder);
  expect(first.diagnostics).toEqual([]);
  await writeFile(new URL('src/extend.ts', folder), "console.error('started');\n");
  const { diagnostics } = await compileFolder(folder);
  expect(diagnostics).toMatchObject([{ code: 'skipped-side-effect', file: 'procedures/items.ts', line: 3 }]);
});

test('A module that only handlers use may import others for their side effects, also where exports of procedure files are made of it.', async () => {
  const { diagnostics } = await compileProject({
    'src/pool.ts': "console.error('connects');\n",
    'src/db.ts': "import './pool.js';\nexport const find = () => null;\n",
    'procedures/items.ts': `${PROCEDURE('/items', 'z.string()', "import { find } from '../src/db.js';\n")}
export const findAgain = () => find();
`,
  });
  expect(diagnostics).toEqual([]);
});
