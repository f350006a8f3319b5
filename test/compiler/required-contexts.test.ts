import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createProject } from '../cli/temporary-project.js';
import { compileFolder } from './support/compile-folder.js';

/** The warnings of a project with that configuration whose one procedure is made for a context of that type. */
async function listWarnings(config: string, type: string): Promise<readonly string[]> {
  const root = await createProject({
    'procgen.config.ts': `export default { tags: { items: 'Items' }, ${config} };`,
    'app/context.ts': 'export interface AppContext { db: object }\nexport interface Member { id: string }\n',
    'procedures/items.ts': `import { createProcedure } from 'procgen';
import * as z from 'zod';
import type { AppContext, Member } from '../app/context.js';

interface Shop { shop: object }
interface Signed { user: Member | null; clock?: object }
interface Kept extends Shop { user: Member }
type Named = Signed & { db: object };
interface Perhaps { clock?: object }

export const list = createProcedure<${type}>()
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'S', protect: false } })
  .output(z.string())
  .query(() => '');
`,
  });
  const { diagnostics } = await compileFolder(pathToFileURL(`${root}/`));
  return diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

const AUTHENTICATE = 'authenticate: () => null';
const BESIDE =
  'missing-context: The configuration has no `context`, which would give `ctx` what this type promises beside `user`.';

test.each([
  '{ db: object }',
  '{ user: Member; db: object }',
  '{ user: Member } & { db: object }',
  '{ user: Member } & Shop',
  'AppContext & { db(): object }',
  'Shop',
  'Named',
])('`authenticate` gives a user and not what else %s promises, which is warned of.', async (type) => {
  expect(await listWarnings(AUTHENTICATE, type)).toEqual([BESIDE]);
});

test.each(['{ user: Member | null }', '{ user: Member; clock?: object }', 'Signed', 'Perhaps', 'object'])(
  '`authenticate` gives all that %s promises.',
  async (type) => {
    expect(await listWarnings(AUTHENTICATE, type)).toEqual([]);
  },
);

test.each(['AppContext', 'Kept', 'Partial<Shop>', 'AppContext & { user: Member }'])(
  'What %s promises beside the user is not told by its file: nothing is warned of under `authenticate`.',
  async (type) => {
    expect(await listWarnings(AUTHENTICATE, type)).toEqual([]);
  },
);

test('A type of the same file whose every member may be missing promises nothing.', async () => {
  expect(await listWarnings('', 'Perhaps')).toEqual([]);
  expect(await listWarnings('', 'Signed')).toEqual([
    'missing-context: The configuration has no `context`, which would give `ctx` what this type promises.',
  ]);
});

test('A configuration with `context` gives what it likes.', async () => {
  expect(await listWarnings('context: () => ({ db: {} })', '{ db: object }')).toEqual([]);
});
