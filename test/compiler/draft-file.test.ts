import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/authoring/procedure.js';
import type { LiveProcedure } from '../../src/compiler/load/take-procedures.js';
import { NO_PLACES } from '../../src/compiler/locations/chain-places.js';
import { draftFile } from '../../src/compiler/model/draft-file.js';
import { createProject, REPOSITORY } from './support/create-project.js';
import { draftBothWays } from './support/draft-both-ways.js';

const VALID = join(REPOSITORY, 'test/cases/valid');

describe('what is decided of files that are drafted as soon as they have run is what is decided of all at once', () => {
  test.each(readdirSync(VALID))('%s', async (name) => {
    const { early, late } = await draftBothWays(join(VALID, name));
    expect(early.model).toBe(late.model);
    expect(early.uses).toBe(late.uses);
    expect(early.diagnostics).toEqual(late.diagnostics);
    expect(early.model).not.toBeNull();
  });
});

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

const schema = 'z.object({ at: z.date().default(new Date(0)) })';

test('Schemas of one id in two files are one where they are alike; only those files are run again.', async () => {
  const root = await createProject({
    'procedures/a.ts': file('/a', { id: 'Item', schema }),
    'procedures/b.ts': file('/b', { id: 'Item', schema }),
    'procedures/c.ts': file('/c', { id: 'Other', schema }),
  });
  const { early, late } = await draftBothWays(root);
  expect(early.early).toEqual(['procedures/a.ts', 'procedures/b.ts', 'procedures/c.ts']);
  expect(early.earlyAtLast).toEqual(['procedures/c.ts']);
  expect(early.model).toBe(late.model);
  expect(Object(JSON.parse(early.model ?? '{}')).schemas).toMatchObject([
    { name: 'Item' },
    { name: 'Other' },
  ]);
});

test('Schemas of one id are compared where one without a name contains itself in them.', async () => {
  const lists =
    'z.object({ first: (() => { const inner = z.object({ get more() { return z.array(inner); } }); return inner; })() })';
  const root = await createProject({
    'procedures/a.ts': file('/a', { id: 'Item', schema: lists }),
    'procedures/b.ts': file('/b', { id: 'Item', schema: lists }),
  });
  const { early, late } = await draftBothWays(root);
  expect(early.model).toBe(late.model);
  expect(early.diagnostics).toEqual([]);
});

test.each([
  ['wholly', 'z.object({ at: z.string() })'],
  ['alike in answers only', 'z.object({ at: z.date() })'],
  [
    'one of the project that both sides of look alike in answers',
    'z.object({ at: z.date().default(() => new Date(1)) })',
  ],
])('Schemas of one id in two files that differ are refused: %s.', async (_, second) => {
  const root = await createProject({
    'procedures/a.ts': file('/a', { id: 'Item', schema }),
    'procedures/b.ts': file('/b', { id: 'Item', schema: second }),
  });
  const { early, late } = await draftBothWays(root);
  expect(early.diagnostics.map(({ code }) => code)).toEqual(['duplicate-component']);
  expect(early.diagnostics).toEqual(late.diagnostics);
});

test('A schema of a file that is drafted early is compared with one of a file that is not.', async () => {
  const root = await createProject({
    'shared.ts': "import * as z from 'zod';\nexport const shared = z.string();\n",
    'procedures/a.ts': file('/a', { id: 'Item', schema }),
    'procedures/b.ts': file('/b', { id: 'Item', schema: 'z.object({ shared })' }).replace(
      'const Item',
      "import { shared } from '../shared.js';\nconst Item",
    ),
  });
  const { early, late } = await draftBothWays(root);
  expect(early.early).toEqual(['procedures/a.ts']);
  expect(early.diagnostics.map(({ code }) => code)).toEqual(['duplicate-component']);
  expect(early.diagnostics).toEqual(late.diagnostics);
});

test('A file whose schemas ask for a shared one when they are looked at shares it.', async () => {
  const shared = (path: string) =>
    file(path, { id: `Own${path.slice(1)}`, schema: 'z.object({ get at() { return shared; } })' }).replace(
      'const Item',
      "import { shared } from '../shared.js';\nconst Item",
    );
  const root = await createProject({
    'shared.ts':
      "import * as z from 'zod';\nexport const shared = z.object({ at: z.date() }).meta({ id: 'Shared' });\n",
    'procedures/a.ts': shared('/a'),
    'procedures/b.ts': shared('/b'),
  });
  const { early, late } = await draftBothWays(root);
  expect(early.earlyAtLast).toEqual([]);
  expect(early.diagnostics).toEqual([]);
  expect(early.model).toBe(late.model);
});

test('Schemas of a file that is not run again are looked at once where others are run again.', async () => {
  const root = await createProject({
    'shared.ts': "import * as z from 'zod';\nexport const shared = z.string();\n",
    'procedures/a.ts': file('/a', { id: 'Item', schema }),
    'procedures/b.ts': file('/b', { id: 'Item', schema }),
    'procedures/c.ts': file('/c', { id: 'Other', schema })
      .replace('const Item', "import { shared } from '../shared.js';\nconst Item")
      .replace("'GET'", "'POST'")
      .replace('.query', '.mutation')
      .replace('z.array(Item)', 'shared')
      .replace('.output', ".input(z.object({ of: z.lazy(() => { throw new Error('Broken.'); }) })).output"),
  });
  const { early, late } = await draftBothWays(root);
  expect(early.early).toEqual(['procedures/a.ts', 'procedures/b.ts']);
  expect(early.earlyAtLast).toEqual([]);
  expect(early.diagnostics.map(({ message }) => message).join()).toContain('Broken.');
  expect(early.diagnostics).toEqual(late.diagnostics);
});

const RECURSIVE =
  'z.object({ own: (() => { const own = z.object({ get more() { return z.array(own); } }); return own; })() })';

test('Schemas of a file of any name are referred to.', async () => {
  const root = await createProject({
    "procedures/é%41~1 '(a)!.ts": file('/a', { id: 'Item', schema: RECURSIVE }),
  });
  const { early, late } = await draftBothWays(root);
  expect(early.earlyAtLast).toHaveLength(1);
  expect(early.model).toBe(late.model);
});

test('A module of the project that looks at what others made finds it.', async () => {
  const looks =
    "z.literal(String('SeenByOthers' in z.toJSONSchema(z.globalRegistry, { unrepresentable: 'any' }).schemas))";
  const root = await createProject({
    'shared.ts': `import * as z from 'zod';\nexport const shared = ${looks};\n`,
    'procedures/a.ts': file('/a', { id: 'SeenByOthers', schema }),
    'procedures/b.ts': file('/b', { id: 'Other', schema: 'z.object({ shared })' }).replace(
      'const Item',
      "import { shared } from '../shared.js';\nconst Item",
    ),
  });
  const { early, late } = await draftBothWays(root);
  expect(early.earlyAtLast).toEqual([]);
  expect(early.model).toContain('"true"');
  expect(early.model).toBe(late.model);
});

/** Ends what nobody can reach any more. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** A procedure with a schema that has a name, and contains itself. */
function makeDefinition(): LiveProcedure['definition'] {
  const named = z
    .object({
      a: z.string(),
      get more() {
        return z.array(named);
      },
    })
    .meta({ id: 'NamedOnce' });
  const made = procedure
    .input(z.object({ named }))
    .output(z.union([named, z.object({ b: z.date() })]))
    .mutation((() => null) as never);
  return (made as unknown as LiveProcedure).definition;
}

const LOADED = {
  file: { path: '/p/a.ts', file: 'a.ts', namePath: ['a'], deferral: null },
  read: {
    exportName: 'list',
    description: undefined,
    place: { file: 'a.ts', line: 1, column: 1, length: 1 },
  },
  identity: {},
  findPlaces: () => NO_PLACES,
};

async function draftOne() {
  const { meta, ...made } = makeDefinition();
  const openapi = { enabled: true, method: 'POST', path: '/a', tags: ['items'], summary: 'S', protect: true };
  const definition = { ...made, meta: { ...meta, openapi } } as unknown as LiveProcedure['definition'];
  const [drafted] = await draftFile([{ loaded: LOADED, definition }], async (look) => look());
  return {
    drafted,
    schemas: [definition.input, definition.output].map((each) => new WeakRef(each as object)),
  };
}

test('What is drafted of a file keeps none of its schemas.', async () => {
  const { drafted, schemas } = await draftOne();
  expect(drafted?.entries.map(({ schema: { id } }) => id)).toEqual(['NamedOnce']);
  // What has been looked at in a turn of the event loop stays until its end.
  await new Promise(setImmediate);
  collectGarbage();
  expect(schemas.map((schema) => schema.deref())).toEqual([undefined, undefined]);
});
