import { expect, test } from 'vitest';
import { createNodeHost } from '../../../src/cli/node-host.js';
import { SourceModules } from '../../../src/compiler/parse/source-modules.js';
import { suggestImport } from '../../../src/compiler/parse/suggest-import.js';
import { createProject } from '../support/create-project.js';

const FILES = {
  'package.json':
    '{ "name": "shop", "dependencies": { "lodash": "4" }, "devDependencies": { "p-map": "7" } }',
  'procedures/items.ts': '',
  'procedures/names.ts': '',
  'schemas/item.schema.ts': '',
  'schemas/units.ts': '',
  'schemas/table.json': '{}',
  'schemas/notes.txt': '',
};

test.each([
  ['./nmaes.js', 'Did you mean "./names.js"?'],
  ['./Names.ts', 'Did you mean "./names.ts"?'],
  ['./nmaes', 'Did you mean "./names"?'],
  ['../shemas/units.js', 'Did you mean "../schemas/units.js"?'],
  ['../schemas/item.shema.js', 'Did you mean "../schemas/item.schema.js"?'],
  ['../schemas/tabel.json', 'Did you mean "../schemas/table.json"?'],
  ['schemas/units.js', 'Did you mean "../schemas/units.js"?'],
  ['names.js', 'Did you mean "./names.js"?'],
  ['../schemas/ntes.js', 'Fix the path, or create the file.'],
  ['../schemas/prices.js', 'Fix the path, or create the file.'],
  ['../schemas/units.js/deep.js', 'Fix the path, or create the file.'],
  ['../none/units.js', 'Fix the path, or create the file.'],
  ['/none/units.js', 'Fix the path, or create the file.'],
  ['@/units.js', 'Add it to `paths` of the tsconfig.json, or fix the path.'],
  ['~/units.js', 'Add it to `paths` of the tsconfig.json, or fix the path.'],
  ['#units', 'Add it to `imports` of the package.json, or fix the name.'],
  ['lodahs', 'Did you mean "lodash"?'],
  ['lodash', 'Install the dependencies of the package.json: run `npm install`.'],
  ['p-map/deep.js', 'Install the dependencies of the package.json: run `npm install`.'],
  ['zod/v9', '"zod" is installed, but exports no such module. Fix the path.'],
  ['units', 'Fix the name, or install the package: run `npm install units`.'],
  ['@acme/units/si.js', 'Fix the name, or install the package: run `npm install @acme/units`.'],
])('An import of "%s" that leads nowhere is answered with: %s', async (specifier, suggestion) => {
  const root = await createProject(FILES);
  const sources = new SourceModules(createNodeHost(), root);
  expect(sources.resolveImport(`${root}/procedures/items.ts`, specifier)).toMatchObject({ kind: 'missing' });
  expect(suggestImport(sources, `${root}/procedures/items.ts`, specifier)).toBe(suggestion);
});

test('A project without a package.json, or with a broken one, has no dependencies to suggest.', async () => {
  const root = await createProject({ ...FILES, 'package.json': '{ "dependencies": ' });
  const sources = new SourceModules(createNodeHost(), root);
  expect(suggestImport(sources, `${root}/procedures/items.ts`, 'lodahs')).toBe(
    'Fix the name, or install the package: run `npm install lodahs`.',
  );
});
