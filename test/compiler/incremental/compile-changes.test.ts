import { expect, test } from 'vitest';
import { createChangingProject } from './changing-project.js';
import { print, SHARED } from './print-procedure.js';

const FILES = {
  'shared.ts': SHARED,
  'helper.ts': 'export const log = (value: any) => value;\n',
  'procedures/alpha.ts': print('alpha'),
  'procedures/beta.ts': print('beta', {
    before:
      "const Beta = z.object({ at: z.date(), user: User }).meta({ id: 'Beta', description: 'A beta.' });",
    output: 'Beta',
  }),
  'procedures/gamma.ts': print('gamma', { output: 'z.object({ n: z.number() })' }),
  'procedures/_part.ts':
    "import * as z from 'zod';\nexport const Part = z.object({ p: z.string() }).meta({ id: 'Part' });\n",
  'procedures/delta.ts': print('delta', { before: "import { Part } from './_part.js';", output: 'Part' }),
  'procedures/deep/epsilon.ts': print('epsilon').replaceAll("'../", "'../../"),
  'procedures/_locales/en.json': '{ "items.missing": "No item." }\n',
};

/** Another procedure, for a file that has one. */
const HIDDEN = print('gamma/list').slice(print('gamma/list').indexOf('export const'));

/** What is done to the project, one thing after the other; the way it is compiled then; the procedure files that are read. */
const EDITS: readonly (readonly [
  what: string,
  files: Readonly<Record<string, string | null>>,
  way: 'merged' | 'whole' | 'faulty',
  read?: readonly string[],
])[] = [
  [
    'a summary',
    { 'procedures/gamma.ts': print('gamma', { summary: 'Other', output: 'z.object({ n: z.number() })' }) },
    'merged',
    ['procedures/gamma.ts'],
  ],
  [
    'a comment',
    { 'procedures/gamma.ts': print('gamma', { doc: 'Says *more*.', output: 'z.object({ n: z.number() })' }) },
    'merged',
    ['procedures/gamma.ts'],
  ],
  [
    'metadata',
    {
      'procedures/gamma.ts': print('gamma', {
        meta: ", deprecated: { since: '2026-01-01', replacedBy: 'alpha.get' }, errors: [404]",
        output: 'z.object({ n: z.number() })',
      }),
    },
    'merged',
    ['procedures/gamma.ts'],
  ],
  [
    'the path of a successor',
    { 'procedures/alpha.ts': print('alpha').replace("path: '/alpha'", "path: '/alphas'") },
    'whole',
  ],
  [
    'a schema without a name',
    {
      'procedures/gamma.ts': print('gamma', {
        input: 'limit: z.number().default(3), when: z.date().optional()',
        output: 'z.array(z.string())',
      }),
    },
    'merged',
    ['procedures/gamma.ts'],
  ],
  [
    'a named schema',
    {
      'procedures/beta.ts': print('beta', {
        before: "const Beta = z.object({ at: z.date().optional(), user: User }).meta({ id: 'Beta' });",
        output: 'Beta',
      }),
    },
    'merged',
    ['procedures/alpha.ts', 'procedures/beta.ts'],
  ],
  [
    'the name of a schema',
    {
      'procedures/beta.ts': print('beta', {
        before: "const Beta = z.object({ at: z.date(), user: User }).meta({ id: 'Betamax' });",
        output: 'Beta',
      }),
    },
    'merged',
    ['procedures/alpha.ts', 'procedures/beta.ts'],
  ],
  [
    'nothing but a line break',
    {
      'procedures/beta.ts': `${print('beta', { before: "const Beta = z.object({ at: z.date(), user: User }).meta({ id: 'Betamax' });", output: 'Beta' })}\n`,
    },
    'merged',
  ],
  [
    'a module of one file',
    {
      'procedures/_part.ts':
        "import * as z from 'zod';\nexport const Part = z.object({ p: z.number() }).meta({ id: 'Part' });\n",
    },
    'merged',
    ['procedures/_part.ts', 'procedures/alpha.ts', 'procedures/delta.ts'].filter(
      (file) => !file.includes('alpha'),
    ),
  ],
  [
    'a schema that all share',
    { 'shared.ts': SHARED.replace('name: z.string()', 'name: z.string().max(80)') },
    'merged',
  ],
  [
    'what no schema needs of a shared module',
    { 'shared.ts': SHARED.replace('unused = 1', 'unused = 2') },
    'merged',
  ],
  ['a helper of handlers', { 'helper.ts': 'export const log = (value: any) => ({ ...value });\n' }, 'merged'],
  [
    'another procedure in a file',
    {
      'procedures/gamma.ts': `${print('gamma')}${'export const list = get;'.replace('get', "procedure.meta({ openapi: { enabled: true, method: 'GET', path: '/gamma/list', tags: ['items'], summary: 'L', protect: true } }).output(z.array(User)).query(async () => [])")}\n`,
    },
    'merged',
  ],
  ['a procedure that is gone from a file', { 'procedures/gamma.ts': print('gamma') }, 'merged'],
  [
    'a procedure of another name',
    { 'procedures/gamma.ts': print('gamma').replace('const get', 'const read') },
    'merged',
  ],
  [
    'a procedure that is not exposed any more',
    { 'procedures/gamma.ts': print('gamma').replace('enabled: true', 'enabled: false') },
    'merged',
  ],
  ['one that is exposed again', { 'procedures/gamma.ts': print('gamma') }, 'merged'],
  [
    'a route that is served already',
    { 'procedures/gamma.ts': print('gamma').replace("'/gamma'", "'/beta'") },
    'faulty',
  ],
  ['the route mended', { 'procedures/gamma.ts': print('gamma') }, 'merged'],
  [
    'a handler that asks for a message that no catalog has',
    {
      'procedures/gamma.ts': print('gamma').replace(
        'async () => log(',
        "async ({ ctx }) => log(ctx.t('no') && ",
      ),
    },
    'faulty',
  ],
  [
    'one that asks for a message that is there',
    {
      'procedures/gamma.ts': print('gamma').replace(
        'async () => log(',
        "async ({ ctx }) => log(ctx.t('items.missing') && ",
      ),
    },
    'merged',
  ],
  ['a syntax error', { 'procedures/gamma.ts': 'export const = 1;' }, 'faulty'],
  ['another change beside the error', { 'procedures/delta.ts': print('delta') }, 'faulty'],
  ['the error mended', { 'procedures/gamma.ts': print('gamma', { summary: 'Mended' }) }, 'merged'],
  [
    'a module that throws',
    {
      'shared.ts':
        `${SHARED}\nthrow new Error('no');\nexport const Broken = z.object({ a: (undefined as any).b });\n`.replace(
          'z.object({ id: z.uuid(), name',
          'z.object({ id: (undefined as any).x, name',
        ),
    },
    'faulty',
  ],
  ['the module mended', { 'shared.ts': SHARED }, 'merged'],
  [
    'another schema of the same name',
    {
      'procedures/delta.ts': print('delta', {
        before: "const Mine = z.object({ other: z.boolean() }).meta({ id: 'Betamax' });",
        output: 'Mine',
      }),
    },
    'faulty',
  ],
  [
    'a schema that is alike, of the same name',
    {
      'procedures/delta.ts': print('delta', {
        before: "const Mine = z.object({ at: z.date(), user: User }).meta({ id: 'Betamax' });",
        output: 'Mine',
      }),
    },
    'merged',
    ['procedures/alpha.ts', 'procedures/beta.ts', 'procedures/delta.ts'],
  ],
  [
    'one that differs on the side that nobody uses',
    {
      'procedures/delta.ts': print('delta', {
        before:
          "const Mine = z.object({ at: z.date().default(new Date(0)), user: User }).meta({ id: 'Betamax' });",
        output: 'Mine',
      }),
    },
    'faulty',
  ],
  [
    'a name that a type of another procedure has',
    {
      'procedures/delta.ts': print('delta', {
        before: "const Mine = z.object({ a: z.string() }).meta({ id: 'AlphaGetInput' });",
        output: 'Mine',
      }),
    },
    'whole',
  ],
  ['that name given back', { 'procedures/delta.ts': print('delta') }, 'whole'],
  [
    'a schema taken in that others give out, which then is two',
    {
      'procedures/delta.ts': print('delta', {
        input: 'b: z.string().optional(), user: z.object({ u: User }).optional()',
      }),
    },
    'merged',
  ],
  [
    'a shared schema that is another on its way in',
    { 'shared.ts': SHARED.replace('name: z.string()', "name: z.string().default('x')") },
    'merged',
  ],
  [
    'a schema without a name that contains itself',
    {
      'procedures/delta.ts': print('delta', {
        before: 'const Tree: z.ZodType = z.object({ get children() { return z.array(Tree); } });',
        output: 'Tree',
      }),
    },
    'whole',
  ],
  ['a summary beside that schema', { 'procedures/gamma.ts': print('gamma', { summary: 'Again' }) }, 'whole'],
  ['no such schema any more', { 'procedures/delta.ts': print('delta') }, 'whole'],
  [
    'a named schema that contains itself, taken in as text',
    {
      'procedures/delta.ts': print('delta', {
        before:
          "const Tree: z.ZodType = z.object({ n: z.number().optional(), get child() { return Tree.optional(); } }).meta({ id: 'Tree' });",
        input: 'tree: Tree.optional()',
      }),
    },
    'whole',
  ],
  [
    'a summary beside that plan',
    { 'procedures/gamma.ts': print('gamma', { summary: 'And again' }) },
    'merged',
  ],
  ['the plan once more', { 'procedures/delta.ts': print('delta') }, 'whole'],
  [
    'a shared module that counts',
    { 'shared.ts': `let count = 0;\nexport const next = () => ++count;\n${SHARED}` },
    'merged',
  ],
  ['a user of what counts', { 'procedures/gamma.ts': print('gamma', { summary: 'Counted' }) }, 'whole'],
  ['a shared module that counts no more', { 'shared.ts': SHARED }, 'merged'],
  [
    'a registered schema',
    {
      'procedures/gamma.ts': print('gamma', {
        before:
          "const Registered = z.object({ r: z.string() }).register(z.globalRegistry, { id: 'Registered' });",
        output: 'Registered',
      }),
    },
    'whole',
  ],
  [
    'a summary where schemas are registered',
    { 'procedures/alpha.ts': print('alpha', { summary: 'B' }) },
    'whole',
  ],
  ['no registered schema', { 'procedures/gamma.ts': print('gamma') }, 'whole'],
  ['a catalog', { 'procedures/_locales/en.json': '{ "items.missing": "Nothing." }\n' }, 'whole'],
  [
    'the configuration',
    {
      'procgen.config.ts':
        "import { defineConfig } from 'procgen';\nexport default defineConfig({ info: { title: 'T' }, tags: { items: 'Things' } });\n",
    },
    'whole',
  ],
  ['a new file', { 'procedures/zeta.ts': print('zeta') }, 'whole'],
  [
    'that file',
    { 'procedures/zeta.ts': print('zeta', { summary: 'Z' }) },
    'merged',
    ['procedures/alpha.ts', 'procedures/zeta.ts'],
  ],
  ['a file that is gone', { 'procedures/zeta.ts': null }, 'whole'],
  [
    'two files at once',
    {
      'procedures/alpha.ts': print('alpha', { summary: 'One' }),
      'procedures/deep/epsilon.ts': print('epsilon', { summary: 'Two' }).replaceAll("'../", "'../../"),
    },
    'merged',
  ],
  [
    'a schema imported from another procedure file',
    {
      'procedures/alpha.ts': print('alpha', { before: "import { Beta } from './beta.js';", output: 'Beta' }),
      'procedures/beta.ts': print('beta', {
        before: "export const Beta = z.object({ at: z.date() }).meta({ id: 'Beta' });",
        output: 'Beta',
      }),
    },
    'merged',
  ],
  [
    'that schema',
    {
      'procedures/beta.ts': print('beta', {
        before: "export const Beta = z.object({ at: z.date().nullable() }).meta({ id: 'Beta' });",
        output: 'Beta',
      }),
    },
    'merged',
    ['procedures/alpha.ts', 'procedures/beta.ts'],
  ],
  [
    'a procedure exported once more',
    { 'procedures/gamma.ts': "export { get as again } from './alpha.js';\n" },
    'faulty',
  ],
  ['what is exported made one again', { 'procedures/gamma.ts': print('gamma') }, 'merged'],
  [
    'a procedure that is not exported',
    {
      'procedures/gamma.ts': `${print('gamma')}${HIDDEN.replace('export const get', 'const list')}`,
    },
    'faulty',
  ],
  ['no such procedure any more', { 'procedures/gamma.ts': print('gamma') }, 'merged'],
  [
    'procedures inside an export',
    {
      'procedures/gamma.ts': `${print('gamma')}${HIDDEN.replace(/export const get = ([^;]*);/, 'export const all = { list: $1 };')}`,
    },
    'faulty',
  ],
  [
    'a misspelt key of metadata',
    {
      'procedures/gamma.ts': print('gamma').replace('protect: false }', 'protect: false }, ratelimit: false'),
    },
    'faulty',
  ],
  ['an output of anything', { 'procedures/gamma.ts': print('gamma', { output: 'z.unknown()' }) }, 'faulty'],
  [
    'a context that nothing makes',
    {
      'procedures/gamma.ts': print('gamma', {
        before:
          "import { createProcedure } from 'procgen';\nexport const typed = createProcedure<{ db: object }>();",
      }),
    },
    'faulty',
  ],
  ['nothing to warn of', { 'procedures/gamma.ts': print('gamma') }, 'merged'],
];

test('what is compiled of changes, and of what was kept, is what is compiled of the whole', {
  timeout: 120_000,
}, async () => {
  const project = await createChangingProject(FILES);
  const found: unknown[] = [];
  for (const [what, files, , read] of EDITS) {
    const way = await project.change(files).catch((error: Error) => {
      throw new Error(`After a change of ${what}: ${error.message}`, { cause: error });
    });
    found.push(read ? [what, way, project.read] : [what, way]);
  }
  expect(found).toEqual(EDITS.map(([what, , way, read]) => (read ? [what, way, read] : [what, way])));
});
