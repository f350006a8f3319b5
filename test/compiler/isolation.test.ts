import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createNodeHost } from '../../src/cli/node-host.js';
import { compile } from '../../src/compiler/compile.js';
import { createProject } from './support/create-project.js';

const IMPORTS = `import { procedure } from 'procgen';\nimport * as z from 'zod';\n`;
const DATABASE = `throw new Error('There is no database.');\nexport const db: any = null;\nexport function connect(): any {}\n`;
const BROKEN_PACKAGE = {
  'node_modules/pg-like/package.json': '{ "name": "pg-like", "main": "index.js" }',
  'node_modules/pg-like/index.js': `throw new Error('libpq is missing');\nexports.Pool = class {};\n`,
};

/** `procedure` with the metadata of `GET path`, up to its output. */
function get(path: string, builder = 'procedure'): string {
  return `${builder}.meta({ openapi: { enabled: true, method: 'GET', path: '${path}', tags: ['items'], summary: 'Items', protect: false } })`;
}

/** A procedure file: `before` at its top, and one query `list` with this output and handler. */
function file(before: string, { output = 'z.string()', handler = `() => ''`, path = '/items' } = {}): string {
  return `${IMPORTS}${before}\nexport const list = ${get(path)}.output(${output}).query(${handler});\n`;
}

async function build(files: Readonly<Record<string, string>>) {
  const { model, diagnostics } = await compile(createNodeHost(), { root: await createProject(files) });
  return {
    names: model?.procedures.map(({ name }) => name) ?? [],
    outputs: model?.procedures.map(({ success }) => success.schema) ?? [],
    credentials: model?.credentials,
    errors: diagnostics.map(
      ({ code, file: place, line, column, message }) => `${code} ${place}:${line}:${column} ${message}`,
    ),
  };
}

/** What stands in a project beside `procedures/items.ts`, and in it, that a build must not run. */
const HARMLESS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a handler whose module throws when it is imported': {
    'procedures/items.ts': file(`import { load } from '../load.js';`, { handler: '() => load()' }),
    'load.ts': `throw new Error('no');\nexport const load = () => '';\n`,
  },
  'a named handler from such a module': {
    'procedures/items.ts': file(`import { load } from '../load.js';`, { handler: 'load' }),
    'load.ts': `throw new Error('no');\nexport const load = () => '';\n`,
  },
  'a handler that is a member of such a module': {
    'procedures/items.ts': file(`import * as service from '../load.js';`, { handler: 'service.load' }),
    'load.ts': `throw new Error('no');\nexport const load = () => '';\n`,
  },
  'a handler wrapped by a function of such a module': {
    'procedures/items.ts': file(`import { cached } from '../load.js';\nconst handler = cached(() => '');`, {
      handler: 'handler',
    }),
    'load.ts': `throw new Error('no');\nexport const cached = (handler: any) => handler;\n`,
  },
  'a handler of a package that is not installed': {
    'procedures/items.ts': file(`import { Pool } from 'not-installed';`, {
      handler: '() => new Pool().query()',
    }),
  },
  'a pool from a module of the project, opened at the top of the file': {
    'procedures/items.ts': file(
      `import { Pool } from '../pool.js';\nconst pool = new Pool(process.env.MISSING);\nexport const again = new Pool(process.env.MISSING);`,
      { handler: '() => pool.query()' },
    ),
    'pool.ts': `export class Pool { constructor(url: any) { new URL(url); } query() { return ''; } }\n`,
  },
  'a pool from a package that throws when it is imported': {
    'procedures/items.ts': file(
      `import { Pool } from 'pg-like';\nimport pg from 'pg-like';\nconst pool = new Pool(process.env.MISSING);\nexport const again = new pg.Pool('');`,
      { handler: '() => pool.query()' },
    ),
    ...BROKEN_PACKAGE,
  },
  'a statement of a database that is called query, as a procedure is': {
    'procedures/items.ts': file(
      `import { db } from '../db.js';\nconst rows = db.query('select 1');\nconst prepared = db.prepare('x').use('y');`,
      { handler: '() => String([rows, prepared])' },
    ),
    'db.ts': DATABASE,
  },
  'a helper beside the schemas that reaches a mailer': {
    'procedures/items.ts': file(`import { Item, sendItem } from './_items.js';`, {
      output: 'Item',
      handler: '() => sendItem()',
    }),
    'procedures/_items.ts': `import * as z from 'zod';\nimport { mailer } from '../mailer.js';\nexport const Item = z.object({ id: z.string() });\nconst transport = mailer.connect();\nexport function sendItem() { transport.send(); return { id: '' }; }\n`,
    'mailer.ts': `import { Pool } from 'pg-like';\nexport const mailer: any = new Pool(process.env.SMTP!.length);\n`,
    ...BROKEN_PACKAGE,
  },
  'a middleware made by a module that throws': {
    'procedures/items.ts': `${IMPORTS}import { requireAdmin } from '../guards.js';\nexport const list = ${get('/items', `procedure.use(requireAdmin('x'))`)}.output(z.string()).query(() => '');\n`,
    'guards.ts': `throw new Error('no');\nexport const requireAdmin: any = null;\n`,
  },
  'a factory of procedures whose handler needs a database': {
    'procedures/items.ts': `import { makeList } from './_factory.js';\nexport const list = makeList('/items');\n`,
    'procedures/_factory.ts': `${IMPORTS}import { db } from '../db.js';\nexport const makeList = (path: string) => procedure.meta({ openapi: { enabled: true, method: 'GET', path, tags: ['items'], summary: 'Items', protect: false } }).output(z.string()).query(() => db.rows());\n`,
    'db.ts': DATABASE,
  },
  'a database that a barrel exports beside such a factory, whose builder is in another module': {
    'procedures/items.ts': `import { connect, makeList } from '../lib/index.js';\nimport * as lib from '../lib/index.js';\nexport const pool = connect(), again = lib.connect();\nexport const list = makeList('/items');\n`,
    'lib/index.ts': `export * from './db.js';\nexport * from './crud.js';\n`,
    'lib/builder.ts': `export { procedure as base } from 'procgen';\n`,
    'lib/crud.ts': `import * as z from 'zod';\nimport { base } from './builder.js';\nimport { db } from './db.js';\nexport const makeList = (path: string) => ${get('/items', 'base').replace("'/items'", 'path')}.output(z.string()).query(() => db.rows());\n`,
    'lib/db.ts': DATABASE,
  },
  'destructured values': {
    'procedures/items.ts': file(
      `import { db } from '../db.js';\nconst { users, items: [first], ...others } = db.tables();\nconst [a, , b = db.b] = db.rows();\nexport const { roles } = db.tables();`,
      { handler: '() => String([users, first, others, a, b])' },
    ),
    'db.ts': DATABASE,
  },
  'awaited values and awaited statements': {
    'procedures/items.ts': file(
      `import { connect } from '../db.js';\nconst db = await connect();\nconst { users } = await db.tables();\nawait db.migrate();\nfor await (const row of db.rows()) console.log(row);\nexport const again = await connect();`,
      { handler: '() => db.users(users)' },
    ),
    'db.ts': DATABASE.replace(/^throw.*/, `throw await Promise.reject(new Error('no'));`),
  },
  'an awaited value beside the schemas': {
    'procedures/items.ts': file(`import { Item, save } from '../model.js';`, {
      output: 'Item',
      handler: '() => save()',
    }),
    'model.ts': `import * as z from 'zod';\nimport { connect } from './db.js';\nexport const Item = z.string();\nexport const db = await connect();\nexport const save = () => db.save();\nexport default await db.settings();\n`,
    'db.ts': DATABASE,
  },
  'statements that throw': {
    'procedures/items.ts': file(
      `if (!process.env.MISSING) throw new Error('Set MISSING.');\nfor (const name of ['A']) { if (!process.env[name]) throw new Error(name); }\ntry { start(); } finally { start(); }\nswitch (start()) { default: start(); }\n{ start(); }\nfunction start() { throw new Error('no'); }\nlet count = 0;\ncount += start() as never;\nconst required = process.env.MISSING ?? start();`,
      { handler: '() => String([count, required])' },
    ),
  },
  'imports for their effect': {
    'procgen.config.ts': `import { defineConfig } from 'procgen';\nexport default defineConfig({ tags: { items: 'Items' }, warnings: { 'skipped-side-effect': 'off' } });\n`,
    'procedures/items.ts': file(`import '../setup.js';\nimport 'pg-like';\nimport '../styles.css';`),
    'setup.ts': `throw new Error('no');\nexport {};\n`,
    ...BROKEN_PACKAGE,
  },
  'an export default': {
    'procedures/items.ts': file(`import { db } from '../db.js';\nexport default { db, rows: db.rows() };`),
    'db.ts': DATABASE,
  },
  'classes with static parts, and classes that extend others': {
    'procedures/items.ts': file(
      `import { Item } from './_service.js';\nimport { Base } from '../base.js';\nclass Cache extends Base { static shared = new Cache(); static { Cache.shared.start(); } }`,
      { output: 'Item', handler: '() => String(Cache.shared)' },
    ),
    'procedures/_service.ts': `import * as z from 'zod';\nimport { Base } from '../base.js';\nexport const Item = z.string();\nexport class Service extends Base { static pool = new Base(process.env.MISSING!.length); static { throw new Error('no'); } }\nexport default abstract class Other extends Base {}\n`,
    'base.ts': `throw new Error('no');\nexport class Base { constructor(..._: unknown[]) {} start() {} }\n`,
  },
  ...Object.fromEntries(
    [true, false].map((experimentalDecorators) => [
      `decorated classes, with${experimentalDecorators ? '' : 'out'} experimentalDecorators`,
      {
        'tsconfig.json': JSON.stringify({ compilerOptions: { experimentalDecorators } }),
        'procedures/items.ts': file(
          [
            `import { Service, db } from '../container.js';`,
            `@Service({ class: 'class' }) class Plain { @Service() field = db.field(); static pool = db.pool(); }`,
            `@Service()\nexport class First {}`,
            experimentalDecorators ? '' : 'export @Service() class Second extends First {}',
            `@Service() export abstract class Third {}`,
            `@Service() export default class Fourth {}`,
          ].join('\n'),
          { handler: '() => String([Plain, First])' },
        ),
        'container.ts': `throw new Error('no');\nexport const Service: any = null;\nexport const db: any = null;\n`,
      },
    ]),
  ),
  'a decorated class without a name': {
    'procedures/items.ts': file(
      `import { Service } from '../container.js';\nexport default @Service() class {}`,
    ),
    'container.ts': `throw new Error('no');\nexport const Service: any = null;\n`,
  },
  'what is disposed of at the end of the module': {
    'procedures/items.ts': file(
      `import { connect } from '../db.js';\nusing db = connect();\nawait using pool = connect(), other = await connect();\nusing /* a comment */ last = connect();`,
      { handler: '() => String([db, pool, other, last])' },
    ),
    'db.ts': DATABASE,
  },
  namespaces: {
    'procedures/items.ts': file(
      [
        `import { db } from '../db.js';`,
        `namespace Settings { export const url = db.url(); db.start(); }`,
        `export namespace Outer.Inner { export const pool = db.pool(); }`,
        `namespace Twice { export const first = db.first(); }`,
        `namespace Twice { export const second = db.second(); }`,
        `namespace Types { export interface Row { id: string } }`,
        `declare namespace Ambient { const value: string; }`,
        `import url = Settings.url;`,
      ].join('\n'),
      {
        handler:
          '() => { const row: Types.Row = { id: url }; return row.id + Outer.Inner.pool + Twice.first; }',
      },
    ),
    'db.ts': DATABASE,
  },
  'enums of computed values': {
    'procedures/items.ts': file(
      `import { db } from '../db.js';\nenum Level { Low = db.low(), High = 2 }\nexport enum Other { A = db.a() }`,
      {
        handler: '() => String(Level.High)',
      },
    ),
    'db.ts': DATABASE,
  },
  'a barrel that exports a database beside the schemas': {
    'procedures/items.ts': file(`import { Item, db } from '../lib/index.js';`, {
      output: 'Item',
      handler: '() => db.rows()',
    }),
    'lib/index.ts': `export * from './db.js';\nexport * as database from './db.js';\nexport { Item } from './item.js';\n`,
    'lib/db.ts': DATABASE,
    'lib/item.ts': `import * as z from 'zod';\nexport const Item = z.string();\n`,
  },
  'imports of types, and values imported beside types': {
    'tsconfig.json': `{ "compilerOptions": { "verbatimModuleSyntax": true } }`,
    'procedures/items.ts': file(
      `import type { Pool } from 'not-installed';\nimport { type Row, load } from '../load.js';\nlet pool: Pool | undefined;`,
      { handler: '(): any => { const row: Row = load(pool); return row; }' },
    ),
    'load.ts': `throw new Error('no');\nexport interface Row {}\nexport const load: any = null;\n`,
  },
  'modules reached by the paths of the tsconfig': {
    'tsconfig.json': `{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["./src/*"], "lib/*": ["./src/*"], "~db": ["./src/db.ts"] } } }`,
    'procedures/items.ts': `import * as z from 'zod';\nimport { Item } from '@/items';\nimport { base } from 'lib/base';\nimport { db } from '~db';\nexport const list = ${get('/items', 'base')}.output(Item).query(() => db.rows());\n`,
    'src/items.ts': `import * as z from 'zod';\nimport { db } from '@/db';\nexport const Item = z.string();\nexport const save = () => db;\n`,
    'src/base.ts': `import { procedure } from 'procgen';\nexport const base = procedure;\n`,
    'src/db.ts': DATABASE,
  },
  'a middleware of a builder that is reached by the paths of the tsconfig': {
    'tsconfig.json': `{ "compilerOptions": { "paths": { "$lib/*": ["./src/*"], "src/*": ["./src/*"] } } }`,
    'procedures/items.ts': `import * as z from 'zod';\nimport { requireAdmin } from '$lib/guards';\nimport { base } from 'src/base.js';\nconst admin = base.use(requireAdmin('x'));\nexport const list = ${get('/items', 'admin')}.output(z.string()).query(() => '');\n`,
    'src/base.ts': `export { procedure as base } from 'procgen';\n`,
    'src/guards.ts': `throw new Error('no');\nexport const requireAdmin: any = null;\n`,
  },
  'modules reached by the imports of package.json': {
    'package.json': `{ "type": "module", "imports": { "#lib/*": "./src/*.ts" } }`,
    'procedures/items.ts': file(`import { Item } from '#lib/items';\nimport { db } from '#lib/db';`, {
      output: 'Item',
      handler: '() => db.rows()',
    }),
    'src/items.ts': `import * as z from 'zod';\nexport const Item = z.string();\n`,
    'src/db.ts': DATABASE,
  },
  'modules in JavaScript': {
    'procedures/items.ts': file(`import { Item } from '../item.mjs';`, { output: 'Item' }),
    'item.mjs': `import * as z from 'zod';\nimport { db } from './db.js';\nexport const Item = z.string();\nexport const save = () => db;\n`,
    'db.js': `throw new Error('no'); export const db = null;\n`,
  },
  'modules imported when they are needed': {
    'procedures/items.ts': file('', { handler: `async () => (await import('../db.js')).db.rows()` }),
    'db.ts': DATABASE,
  },
};

describe('a build does not run', () => {
  test.each(Object.entries(HARMLESS))('%s', async (_, files) => {
    const { names, outputs, errors } = await build(files);
    expect(errors).toEqual([]);
    expect(names).toEqual(['items.list']);
    expect(outputs).toMatchObject([{ type: files['procedures/_items.ts'] ? 'object' : 'string' }]);
  });

  test('what the configuration holds for a running server', async () => {
    const { errors, names, credentials } = await build({
      'procgen.config.ts': `import { defineConfig } from 'procgen';\nimport { verifyToken } from './auth.js';\nimport { db } from './db.js';\nconst pool = db.pool();\nconst hooks = { onStop: () => pool.end() };\nexport default defineConfig({ ...hooks, tags: { items: 'Items' }, context: async () => ({ db }), onStart: db.start, onError(error) { db.log(error); }, authenticate: { scheme: { name: 'Token', prefix: 'Token' }, verify: verifyToken } });\n`,
      'auth.ts': `import { db } from './db.js';\nconst secret = db.secret();\nexport const verifyToken = () => secret;\n`,
      'db.ts': DATABASE,
      'procedures/items.ts': file(''),
    });
    expect(errors).toEqual([]);
    expect(names).toEqual(['items.list']);
    expect(credentials).toMatchObject({ name: 'Token', prefix: 'Token' });
  });

  test.each([
    ['as a constant', `const authenticate = { scheme: { name: 'Token' }, verify: async () => db.user() };`],
    ['as a function', `import { authenticate } from './auth.js';`],
  ])('an authenticate that the configuration names %s', async (_, before) => {
    const { errors } = await build({
      'procgen.config.ts': `import { defineConfig } from 'procgen';\nimport { db } from './db.js';\n${before}\nconst config = defineConfig({ tags: { items: 'Items' }, authenticate });\nexport default config;\n`,
      'auth.ts': `import { db } from './db.js';\nexport async function authenticate() { return db.user(); }\n`,
      'db.ts': DATABASE,
      'procedures/items.ts': file(''),
    });
    expect(errors).toEqual([]);
  });

  test.each([
    ['as a function', `allow: (claims) => db.knows(claims)`],
    ['as a method', `allow(claims) { return db.knows(claims); }`],
    ['by name', `allow: isOnTeam`],
    ['in short', `allow`],
  ])('a rule of who may sign in that the configuration holds %s', async (_, allow) => {
    const { errors } = await build({
      'procgen.config.ts': `import { defineConfig } from 'procgen';\nimport { db } from './db.js';\nimport { isOnTeam } from './team.js';\nconst allow = db.rule();\nconst openId = { issuer: process.env.NOT_SET, clientId: process.env.NOT_SET ?? '', ${allow} };\nexport default defineConfig({ tags: { items: 'Items' }, signIn: { openId } });\n`,
      'team.ts': `import { db } from './db.js';\nconst team = db.team();\nexport const isOnTeam = () => team;\n`,
      'db.ts': DATABASE,
      'procedures/items.ts': file(''),
    });
    expect(errors).toEqual([]);
  });

  test('handlers, middleware and hooks, and leaves the environment as it was', async () => {
    const root = await createProject({
      'procgen.config.ts': `import { appendFileSync } from 'node:fs';\nimport { defineConfig } from 'procgen';\nappendFileSync(new URL('./ran.txt', import.meta.url), 'config ');\nexport default defineConfig({ tags: { items: 'Items' }, onStart: () => appendFileSync('ran.txt', 'hook ') });\n`,
      'procedures/items.ts': `${IMPORTS}import { appendFileSync } from 'node:fs';\nconst ran = (what: string) => appendFileSync(new URL('../ran.txt', import.meta.url), what);\nran('file ');\nprocess.env.PROCGEN_TEST_MARK = 'set';\nexport const list = ${get('/items', `procedure.use(async ({ next }) => { ran('middleware '); return next(); })`)}.output(z.string()).query(() => { ran('handler '); return ''; });\n`,
      'ran.txt': '',
    });
    const environment = { ...process.env };
    const { diagnostics } = await compile(createNodeHost(), { root });
    expect(diagnostics).toEqual([]);
    expect(await readFile(`${root}/ran.txt`, 'utf8')).toBe('');
    expect({ ...process.env }).toEqual(environment);
  });
});

describe('a build runs what makes the schemas', () => {
  test.each<[string, object, Record<string, string>]>([
    [
      'destructured schemas',
      { type: 'object', properties: { id: { type: 'string' }, first: { type: 'number' } } },
      {
        'procedures/items.ts': file(
          `const { shape: { id }, ...others } = z.object({ id: z.string() });\nconst [first] = [z.number()] as const;`,
          { output: 'z.object({ id, first })', handler: '() => others as never' },
        ),
      },
    ],
    [
      'fields that statements add',
      {
        type: 'object',
        properties: { id: { type: 'string' }, a: { type: 'number' }, b: { type: 'number' } },
      },
      {
        'procedures/items.ts': file(
          `import { db } from '../db.js';\nconst app = db.app();\nconst fields: Record<string, z.ZodType> = {};\nfields['id'] = z.string();\nconst names = ['a', 'b'];\nnames.forEach((name) => { fields[name] = z.number(); });\nnames.forEach((name) => app.get(name));`,
          { output: 'z.object(fields)' },
        ),
        'db.ts': DATABASE,
      },
    ],
    [
      'a constant beside a namespace of types',
      { type: 'string', maxLength: 7 },
      {
        'procedures/items.ts': file(
          `export const Item = z.string().max(7);\nexport namespace Item { export type Row = { id: string }; }`,
          { output: 'Item' },
        ),
      },
    ],
    [
      'a namespace beside a class that extends another',
      { type: 'string', maxLength: 7 },
      {
        'procedures/items.ts': file(
          `class Base {}\nexport class Money extends Base {}\nexport namespace Money { export const schema = z.string().max(7); }`,
          { output: 'Money.schema' },
        ),
      },
    ],
    [
      'a variable that a statement sets',
      { type: 'string', maxLength: 7 },
      {
        'procedures/items.ts': file(`let max: number;\nif (Number('1') > 0) max = 7;\nelse max = 8;`, {
          output: 'z.string().max(max)',
        }),
      },
    ],
    [
      'a namespace',
      { type: 'string', minLength: 1, maxLength: 7 },
      {
        'procedures/items.ts': file(
          `namespace Limits { export const max = Number('7'); }\nnamespace Limits { export const min = 1; }\nimport max = Limits.max;`,
          { output: 'z.string().min(Limits.min).max(max)' },
        ),
      },
    ],
    [
      'a namespace that belongs to a function',
      { type: 'string', maxLength: 7 },
      {
        'procedures/items.ts': file(
          `function limit() { return limit.max; }\nnamespace limit { export const max = 7; }`,
          { output: 'z.string().max(limit())' },
        ),
      },
    ],
    [
      'a namespace of another module',
      { type: 'string', maxLength: 7 },
      {
        'procedures/items.ts': file(`import { Limits } from '../limits.js';`, {
          output: 'z.string().max(Limits.Text.max)',
        }),
        'limits.ts': `export namespace Limits.Text { export const max = 7; }\nexport namespace Other { throw new Error('no'); }\n`,
      },
    ],
    [
      'a decorated class',
      { type: 'string', maxLength: 7 },
      {
        'procedures/items.ts': file(
          `const double = (target: any, _: unknown) => { target.max = 7; };\n@double export class Limits { static max = 1; }`,
          { output: 'z.string().max(Limits.max)' },
        ),
      },
    ],
    [
      'what is disposed of at the end of the module',
      { type: 'string', maxLength: 7 },
      {
        'procedures/items.ts': file(`using limits = { max: 7, [Symbol.dispose]() { this.max = 1; } };`, {
          output: 'z.string().max(limits.max)',
        }),
      },
    ],
    [
      'a schema that a statement registers',
      { $ref: '#/components/schemas/Item' },
      {
        'procedures/items.ts': file(
          `const Item = z.object({});\nItem.register(z.globalRegistry, { id: 'Item' });`,
          { output: 'Item' },
        ),
      },
    ],
    [
      'an awaited value',
      { type: 'string', enum: ['a', 'b'] },
      {
        'procedures/items.ts': file(`const { names } = await import('../names.js');`, {
          output: 'z.enum(names)',
        }),
        'names.ts': `export const names = await Promise.resolve(['a', 'b'] as const);\n`,
      },
    ],
    [
      'a CommonJS module and what it requires',
      { type: 'string', enum: ['a', 'b'] },
      {
        'procedures/items.ts': file(`import { names } from '../names.cjs';`, { output: 'z.enum(names)' }),
        'names.cjs': `module.exports = { names: require('./letters.cjs') };\n`,
        'letters.cjs': `module.exports = ['a', 'b'];\n`,
      },
    ],
    [
      'a JSON module',
      { type: 'string', enum: ['a', 'b'] },
      {
        'procedures/items.ts': file(`import names from '../names.json' with { type: 'json' };`, {
          output: `z.enum(names as ['a'])`,
        }),
        'names.json': '["a", "b"]',
      },
    ],
    [
      'a file read beside the module',
      { type: 'string', enum: ['a', 'b'] },
      {
        'procedures/items.ts': file(
          `import { readFileSync } from 'node:fs';\nconst names = JSON.parse(readFileSync(new URL('../names.json', import.meta.url), 'utf8'));`,
          { output: 'z.enum(names)' },
        ),
        'names.json': '["a", "b"]',
      },
    ],
    [
      'a TypeScript enum',
      { type: 'string', enum: ['small', 'big'] },
      {
        'procedures/items.ts': file(`enum Size { Small = 'small', Big = 'big' }`, { output: 'z.enum(Size)' }),
      },
    ],
  ])('%s', async (_, output, files) => {
    const { errors, outputs } = await build(files);
    expect(errors).toEqual([]);
    expect(outputs).toMatchObject([output]);
  });

  test('procedures however they are exported', async () => {
    const { errors, names } = await build({
      'procedures/items.ts': `export * from './_impl.js';\n`,
      'procedures/_impl.ts': file(''),
      'procedures/made.ts': `import { makeBoth, makeList } from './_made.js';\nexport const { first, second: other } = makeBoth();\nexport const [third, { fourth }] = makeList();\n`,
      'procedures/_made.ts': `${IMPORTS}export function makeBoth() { return { first: ${get('/first')}.output(z.string()).query(() => ''), second: ${get('/second')}.output(z.string()).query(() => '') }; }\nexport function makeList() { return [${get('/third')}.output(z.string()).query(() => ''), { fourth: ${get('/fourth')}.output(z.string()).query(() => '') }] as const; }\n`,
      'procedures/frozen.ts': `${IMPORTS}export const list = Object.freeze(${get('/frozen')}.output(z.string()).query(() => ''));\n`,
      'procedures/default.ts': `${IMPORTS}export default ${get('/default')}.output(z.string()).query(() => '');\n`,
    });
    expect(errors).toEqual([]);
    expect(names).toEqual([
      'default',
      'frozen.list',
      'items.list',
      'made.first',
      'made.fourth',
      'made.other',
      'made.third',
    ]);
  });

  test('procedures of stars that an own one hides, or that two stars lead to', async () => {
    const { errors, names } = await build({
      'procedures/items.ts': `${IMPORTS}export * from '../src/crud.js';\nexport * from '../src/index.js';\nexport const list = ${get('/own')}.output(z.string()).query(() => '');\n`,
      'src/index.ts': `export * from './crud.js';\n`,
      'src/crud.ts': `${IMPORTS}export const list = ${get('/hidden')}.output(z.string()).query(() => '');\nexport const first = ${get('/first')}.output(z.string()).query(() => '');\n`,
    });
    expect(errors).toEqual([]);
    expect(names).toEqual(['items.first', 'items.list']);
  });

  test('procedure files that import each other', async () => {
    const { errors, names } = await build({
      'procedures/parents.ts': `${IMPORTS}import { Child } from './children.js';\nexport const Parent = z.object({ get children() { return z.array(Child); } }).meta({ id: 'Parent' });\nexport const list = ${get('/parents')}.output(Parent).query(() => ({ children: [] }));\n`,
      'procedures/children.ts': `${IMPORTS}import { list as parents, Parent } from './parents.js';\nexport const Child = z.object({ get parent() { return Parent.optional(); } }).meta({ id: 'Child' });\nexport const list = ${get('/children')}.output(Child).query(() => parents.call({}) as never);\n`,
    });
    expect(errors).toEqual([]);
    expect(names).toEqual(['children.list', 'parents.list']);
  });
});

describe('what throws although the schemas need it is an error of that file alone', () => {
  const OTHER = { 'procedures/other.ts': file('', { path: '/other/' }) };
  const OTHER_ERROR = expect.stringMatching(/^invalid-path procedures\/other\.ts:/);

  test.each<[string, string, Record<string, string>]>([
    [
      'a module, by the chain of imports that leads to it',
      'failing-import procedures/items.ts:3:23 This file cannot be imported: No database. (procedures/items.ts → lib/names.ts → lib/db.ts:2)',
      {
        'procedures/items.ts': file(`import { names } from '../lib/names.js';`, { output: 'z.enum(names)' }),
        'lib/names.ts': `import { db } from './db.js';\nexport const names = db.names();\n`,
        'lib/db.ts': `export const db = open();\nfunction open(): any { throw new Error('No database.'); }\n`,
      },
    ],
    [
      'a package',
      'failing-import procedures/items.ts:3:23 This file cannot be imported: The package "pg-like" failed: libpq is missing (procedures/items.ts → names.ts:1)',
      {
        'procedures/items.ts': file(`import { names } from '../names.js';`, { output: 'z.enum(names)' }),
        'names.ts': `export { names } from 'pg-like';\n`,
        ...BROKEN_PACKAGE,
      },
    ],
    [
      'a module with a syntax error',
      'failing-import procedures/items.ts:3:22 This file cannot be imported: Property assignment expected. (procedures/items.ts → item.ts:2)',
      {
        'procedures/items.ts': file(`import { Item } from '../item.js';`, { output: 'Item' }),
        'item.ts': `import * as z from 'zod';\nexport const Item = z.object({ ;\n`,
      },
    ],
    [
      'a module that is not there',
      'failing-import procedures/items.ts:3:22 This file cannot be imported: Cannot find "../item.js".',
      { 'procedures/items.ts': file(`import { Item } from '../item.js';`, { output: 'Item' }) },
    ],
    [
      'a package that is not there',
      'failing-import procedures/items.ts:3:22 This file cannot be imported: Cannot find "not-installed".',
      { 'procedures/items.ts': file(`import { Item } from 'not-installed';`, { output: 'Item' }) },
    ],
    [
      'a package of its own imports',
      'failing-import procedures/items.ts:3:23 This file cannot be imported: The package "pg-like" failed: libpq is missing',
      {
        'procedures/items.ts': file(`import { names } from 'pg-like';`, { output: 'z.enum(names)' }),
        ...BROKEN_PACKAGE,
      },
    ],
    [
      'an export that is not there, of a package that is imported twice',
      'failing-import procedures/items.ts:3:10 This file cannot be imported: No matching export in "zod" for import "strng".',
      { 'procedures/items.ts': file(`import { strng } from 'zod';`, { output: 'strng()' }) },
    ],
    [
      'an export that is not there',
      'failing-import procedures/items.ts:3:10 This file cannot be imported: No matching export in "item.ts" for import "Item".',
      {
        'procedures/items.ts': file(`import { Item } from '../item.js';`, { output: 'Item' }),
        'item.ts': `export const Other = 1;\n`,
      },
    ],
    [
      'a name that two stars export differently',
      'failing-import procedures/items.ts:1:1 This file cannot be imported: Ambiguous import "list" has multiple matching exports.',
      {
        'procedures/items.ts': `export * from './_a.js';\nexport * from './_b.js';\n`,
        'procedures/_a.ts': file(''),
        'procedures/_b.ts': file(''),
      },
    ],
    [
      'a line of its own',
      'failing-import procedures/items.ts:5:9 This file cannot be imported: Too short.',
      {
        'procedures/items.ts': file(
          `  const Item = make();\nfunction make(): z.ZodString {\n  throw new Error('Too short.');\n}`,
          { output: 'Item' },
        ),
      },
    ],
    [
      'a function of another module that it calls',
      'failing-import procedures/items.ts:4:14 This file cannot be imported: Too long. (thrown at make.ts:2)',
      {
        'procedures/items.ts': file(`import { make } from '../make.js';\nconst Item = make();`, {
          output: 'Item',
        }),
        'make.ts': `export function make(): any {\n  throw new Error('Too long.');\n}\n`,
      },
    ],
  ])('%s', async (_, error, files) => {
    const { errors } = await build({ ...OTHER, ...files });
    expect(errors).toEqual([error, OTHER_ERROR]);
  });

  test('schemas that two modules can only have by importing each other', async () => {
    const { errors } = await build({
      ...OTHER,
      'procedures/a.ts': `${IMPORTS}import { b } from './b.js';\nexport const a = z.string();\nexport const list = ${get('/a')}.output(z.object({ b })).query(() => ({ b: '' }));\n`,
      'procedures/b.ts': `${IMPORTS}import { a } from './a.js';\nexport const b = z.string();\nexport const list = ${get('/b')}.output(z.object({ a })).query(() => ({ a: '' }));\n`,
    });
    expect(errors).toEqual([
      expect.stringMatching(
        /^unrepresentable-schema procedures\/b\.ts:\d+:\d+ .* at `a`: this schema is undefined/,
      ),
      OTHER_ERROR,
    ]);
  });
});

describe('what a statement changes', () => {
  test('has not changed for what stands above it, whoever is asked first', async () => {
    const { outputs, errors } = await build({
      'shared.ts': `import * as z from 'zod';\nconst fields: Record<string, z.ZodType> = { id: z.string() };\nexport const Base = z.object({ ...fields });\nfields['more'] = z.number();\nexport const Full = z.object({ ...fields });\nlet last = 'first';\nexport default z.literal(last);\nlast = 'second';\nexport const Last = z.literal(last);\n`,
      'procedures/a.ts': file(`import { Full, Last } from '../shared.js';`, {
        output: 'z.object({ full: Full, last: Last })',
        path: '/a',
      }),
      'procedures/b.ts': file(`import first, { Base } from '../shared.js';`, {
        output: 'z.object({ base: Base, first })',
        path: '/b',
      }),
    });
    expect(errors).toEqual([]);
    expect(outputs).toMatchObject([
      { properties: { full: { required: ['id', 'more'] }, last: { const: 'second' } } },
      { properties: { base: { required: ['id'] }, first: { const: 'first' } } },
    ]);
  });
});

describe('JSON', () => {
  test('may begin with a byte order mark', async () => {
    const { errors } = await build({
      'data.json': '\uFEFF{ "max": 3 }',
      'procedures/items.ts': file(`import data from '../data.json';`, { output: 'z.string().max(data.max)' }),
    });
    expect(errors).toEqual([]);
  });

  test('that does not parse is told of at its line, and at the import', async () => {
    const { errors } = await build({
      'data.json': '{\n  "max" 3\n}',
      'procedures/items.ts': file(`import data from '../data.json';`, { output: 'z.string().max(data.max)' }),
    });
    expect(errors).toEqual([
      expect.stringMatching(
        /^failing-import procedures\/items\.ts:3:18 .*JSON.* \(procedures\/items\.ts → data\.json:2\)$/,
      ),
    ]);
  });
});

test('What zod 3 does not have is told with the zod to import, also where it is installed for one folder.', async () => {
  const root = await createProject({
    'procedures/items.ts': file('', { output: 'z.int()' }),
    'procedures/node_modules/zod/package.json':
      '{ "name": "zod", "version": "3.22.4", "type": "module", "main": "lib/index.js" }',
    'procedures/node_modules/zod/lib/index.js': 'export const string = () => ({ _def: {} });',
  });
  const { diagnostics } = await compile(createNodeHost(), { root });
  expect(diagnostics).toMatchObject([{ message: expect.stringContaining('z.int is not a function') }]);
  expect(diagnostics[0]?.help).toMatch(/^Import zod 4/);
});
