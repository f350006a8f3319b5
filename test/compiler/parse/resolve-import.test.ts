import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { ImportResolver } from '../../../src/compiler/parse/resolve-import.js';
import { createProject } from '../support/create-project.js';

const PATHS = '"compilerOptions": { "paths": { "@/*": ["./src/*"], "typed": ["./types/typed.d.ts"] } }';

async function resolve(files: Readonly<Record<string, string>>, specifier: string, importer = 'a.ts') {
  const root = await createProject({ 'src/b.ts': '', ...files });
  const target = new ImportResolver().resolve(`${root}/${importer}`, specifier);
  return JSON.parse(JSON.stringify(target).replaceAll(pathToFileURL(root).href, '').replaceAll(root, ''));
}

test.each([
  ['main', '{ "main": "./lib/index.js" }', 'built'],
  ['main without an ending', '{ "main": "lib/index" }', 'built'],
  ['exports', '{ "exports": "./lib/index.js" }', 'built'],
  ['file', '{}', 'built/lib/index.js'],
])(
  'a package is what it was built to, by its %s, also where its TypeScript lies beside it',
  async (_, about, specifier) => {
    const target = await resolve(
      {
        'node_modules/built/package.json': about,
        'node_modules/built/lib/index.js': '',
        'node_modules/built/lib/index.ts': '',
      },
      specifier,
    );
    expect(target).toEqual({ kind: 'package', url: '/node_modules/built/lib/index.js' });
  },
);

test.each([
  ['includes other files', `{ ${PATHS}, "include": ["src"] }`, 'a.ts'],
  ['excludes the importer', `{ ${PATHS}, "exclude": ["a.ts"] }`, 'a.ts'],
  ['lists files', `{ ${PATHS}, "files": ["src/b.ts"] }`, 'a.ts'],
  ['does not allow JavaScript', `{ ${PATHS} }`, 'a.js'],
  ['refers to a project that is not there', `{ ${PATHS}, "references": [{ "path": "./none" }] }`, 'a.ts'],
])('the paths hold of a tsconfig.json that %s', async (_, config, importer) => {
  const target = await resolve({ 'tsconfig.json': config }, '@/b', importer);
  expect(target).toEqual({ kind: 'module', path: '/src/b.ts' });
});

test('modules are found below a tsconfig.json that extends one that is not installed', async () => {
  const files = { 'tsconfig.json': '{ "extends": "@tsconfig/none/tsconfig.json" }' };
  expect(await resolve(files, './src/b.js')).toEqual({ kind: 'module', path: '/src/b.ts' });
  expect(await resolve(files, 'zod')).toMatchObject({ kind: 'package' });
});

test('a path to declarations leaves the package itself', async () => {
  const target = await resolve(
    {
      'tsconfig.json': `{ ${PATHS} }`,
      'types/typed.d.ts': '',
      'node_modules/typed/index.js': '',
    },
    'typed',
  );
  expect(target).toEqual({ kind: 'package', url: '/node_modules/typed/index.js' });
});

test('a module is found with a query behind its name', async () => {
  expect(await resolve({}, './src/b.js?raw')).toEqual({ kind: 'module', path: '/src/b.ts' });
});
