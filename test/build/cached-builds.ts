import { createChangingProject, type Edit } from './changing-project.js';

const SHARED = `import * as z from 'zod';
export const User = z.object({ id: z.uuid(), name: z.string() }).meta({ id: 'User' });
export const Tree: z.ZodType = z.object({ name: z.string(), get parts() { return z.array(Tree); } });
export const Role = z.enum(['a', 'b']);
`;

const OTHER = `import * as z from 'zod';
import { Role } from './shared.js';
export const Group = z.object({ role: Role, at: z.date() }).meta({ id: 'Group' });
`;

const NAMES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'] as const;

const CONFIG = (title: string, more = '') => `import { defineConfig } from 'procgen';
export default defineConfig({ info: { title: '${title}' }, tags: { items: 'Items' }${more} });
`;

function print(
  name: string,
  more: Partial<
    Record<'path' | 'input' | 'output' | 'before' | 'after' | 'summary' | 'meta' | 'handler', string>
  > = {},
): string {
  return `import { procedure } from 'procgen';
import * as z from 'zod';
import { Role, Tree, User } from '../shared.js';
import { Group } from '../other.js';
import { log } from '../helper.js';
${more.before ?? ''}
/** Gets ${name}. */
export const get = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/${more.path ?? name}', tags: ['items'], summary: '${more.summary ?? name}', protect: false${more.meta ?? ''} } })
  .input(z.object({ ${more.input ?? 'limit: z.number().optional()'} }))
  .output(${more.output ?? 'z.object({ user: User })'})
  .query(async ({ ctx }: any) => log(${more.handler ?? 'ctx'}));
${more.after ?? ''}
`;
}

/** Makes `steps` random edits of a project; after each, a build with what the one before left is what a build of everything is. */
export async function checkCachedBuilds(seed: number, steps: number): Promise<{ readonly reused: number }> {
  let state = seed;
  const random = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)] as T;
  const rarely = <T>(common: T, rare: readonly T[]): T => (random(8) === 0 ? pick(rare) : common);
  const procedure = (name: string) => {
    const own = rarely(
      `const Own = z.object({ n: z.number().max(${random(9)}) }).meta({ id: '${name}Item' });`,
      [
        `const Own = z.object({ user: User }).meta({ id: '${pick(NAMES)}Item' });`,
        `const Own: z.ZodType = z.object({ get more() { return z.array(Own); } });`,
        `const Own: z.ZodType = z.object({ get more() { return Own.optional(); } }).meta({ id: 'Own' });`,
        `const Own = z.object({ a: z.date() }).meta({ id: 'User' });`,
      ],
    );
    return print(name, {
      before: own,
      path: rarely(name, NAMES),
      summary: `Says ${random(1_000)}`,
      input: pick([
        'limit: z.number().optional()',
        'own: Own.optional()',
        'at: z.date().default(new Date(0))',
        'at: z.date().max(new Date()).optional()',
        'role: Role.optional()',
      ]),
      output: pick([
        'Own',
        'z.array(Own)',
        'z.object({ user: User })',
        'z.object({ group: Group, user: User })',
        'Tree',
        'z.object({ tree: Tree })',
      ]),
      meta: rarely(pick(['', ', errors: [404]']), [
        `, deprecated: { replacedBy: '${pick(NAMES)}.get' }`,
        ", tags: ['nowhere']",
      ]),
      handler: pick(['ctx', "ctx.t('hello')"]),
      after: rarely('', [
        `export { get as again } from './${pick(NAMES)}.js';`,
        `import { get as other } from './${pick(NAMES)}.js';\nexport const router = { other };`,
        'const hidden = get;',
        "export const more = procedure.meta({ openapi: { enabled: true, method: 'GET', path: '/more' } });",
      ]),
    });
  };
  const originals: Readonly<Record<string, string>> = {
    'shared.ts': SHARED,
    'other.ts': OTHER,
    'helper.ts': 'export const log = (value: any) => value;\n',
    'procgen.config.ts': CONFIG('T'),
    'tsconfig.json': '{}',
    'procedures/_locales/en.json': '{ "hello": "Hello" }',
    ...Object.fromEntries(NAMES.map((name) => [`procedures/${name}.ts`, print(name)])),
  };
  const edits: readonly (() => Edit)[] = [
    () => ({
      files: { 'shared.ts': SHARED.replace('z.string() })', `z.string().max(${1 + random(9)}) })`) },
    }),
    () => ({ files: { 'shared.ts': SHARED.replace("'b'", `'b${random(9)}'`) } }),
    () => ({ files: { 'shared.ts': rarely(SHARED, [SHARED.replace('User =', 'Nobody =')]) } }),
    () => ({
      files: {
        'other.ts': rarely(OTHER, [
          OTHER.replace('z.date()', 'z.bigint()'),
          OTHER.replace('z.date()', 'z.date().max(new Date())'),
          `${OTHER}throw new Error('no');`,
        ]),
      },
    }),
    () => ({
      files: {
        'other.ts': `${OTHER}import './circle.js';\n`,
        'circle.ts': "export { Group } from './other.js';\n",
      },
    }),
    () => ({ files: { 'helper.ts': `export const log = (value: any) => value ?? ${random(99)};\n` } }),
    () => ({ files: { 'shared.js': rarely(null, ["export const User = 'x';"]) } }),
    () => ({
      files: {
        'procgen.config.ts': CONFIG(
          `T${random(9)}`,
          rarely('', [", warnings: { 'nested-procedure': 'off' }", ", baseUrl: 'x'"]),
        ),
      },
    }),
    () => ({
      files: { 'procedures/_locales/en.json': rarely('{ "hello": "Hello" }', ['{', '{ "bye": "Bye" }']) },
    }),
    () => ({
      files: {
        'tsconfig.json': pick(['{}', '{ "compilerOptions": { "allowImportingTsExtensions": true } }']),
      },
    }),
    () => ({ files: { [`procedures/${pick(NAMES)}.ts`]: 'export const = ;' } }),
    () => ({ files: { [`procedures/${pick(NAMES)}.ts`]: null } }),
    () => ({ files: { [`procedures/new${random(3)}.ts`]: rarely(procedure(`new${random(3)}`), [null]) } }),
  ];
  const files = new Set<string>([...NAMES.map((name) => `procedures/${name}.ts`)]);
  const restore = ({ files: edited = {}, rename }: Edit): Readonly<Record<string, string | null>> =>
    Object.fromEntries([
      ...Object.keys(edited).map((path) => [path, originals[path] ?? null]),
      ...(rename ? [[rename[1], null]] : []),
    ]);
  const change = (): Edit => {
    if (random(3) === 0) return pick(edits)();
    if (random(15) === 0 && files.size > 2) {
      const from = pick([...files]);
      return { rename: [from, `procedures/renamed${random(4)}.ts`] };
    }
    const name = pick(NAMES);
    return { files: { [`procedures/${name}.ts`]: procedure(name) } };
  };
  const project = await createChangingProject(originals, seed % 2 === 0);
  let reused = 0;
  let next: Edit | undefined;
  for (let step = 0; step < steps; step++) {
    const edit = next ?? change();
    next = undefined;
    for (const [path, text] of Object.entries(edit.files ?? {})) {
      if (!path.startsWith('procedures/') || !path.endsWith('.ts')) continue;
      if (text === null) files.delete(path);
      else files.add(path);
    }
    if (edit.rename) {
      files.delete(edit.rename[0]);
      files.add(edit.rename[1]);
    }
    const { build, parsed } = await project.edit(edit).catch((error: Error) => {
      throw new Error(`Step ${step}, ${JSON.stringify(edit)}: ${error.message}`, { cause: error });
    });
    if (build.isCompiled && parsed.length < files.size) reused++;
    // An error is fixed soon, or else every build has one.
    if (build.plan.length === 0 && random(3) > 0) next = { files: restore(edit) };
  }
  return { reused };
}
