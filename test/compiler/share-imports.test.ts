import { expect, test } from 'vitest';
import { createNodeHost } from '../../src/cli/node-host.js';
import { compile } from '../../src/compiler/compile.js';
import { shareImports } from '../../src/compiler/load/share-imports.js';
import { createProject } from './support/create-project.js';

const ZOD = 'file:///project/node_modules/zod/index.js';

test('a package that many files import is imported once, under the names that each of them has for it', async () => {
  const path = 'data:text/javascript,export const a = 1; export const b = 2; export default 3;';
  const bundle = [
    `import { a, b as b2 } from "${path}";`,
    `import * as all from "${path}";`,
    `import {\n  default as c,\n  a as a2\n} from "${path}";`,
    'export const sum = [a, b2, c, a2, all.b];',
  ].join('\n');
  const shared = shareImports(bundle, new Set([path]));
  expect(shared.match(/^import /gm)).toHaveLength(1);
  const { sum } = await import(`data:text/javascript,${encodeURIComponent(shared)}`);
  expect(sum).toEqual([1, 2, 3, 1, 2]);
});

test('what stands on a line stays on it', () => {
  const bundle = `import { z } from "${ZOD}";\nconst one = 1;\nimport {\n  z as z2\n} from "${ZOD}";\nconst two = 2;\n`;
  const lines = shareImports(bundle, new Set([ZOD])).split('\n');
  expect(lines.indexOf('const one = 1;')).toBe(1);
  expect(lines.indexOf('const two = 2;')).toBe(5);
});

test('other packages, and other ways to import one, stay as they are', () => {
  const bundle = `import { Pool } from "file:///pg.js";\nimport z from "${ZOD}";\nimport "${ZOD}";\n`;
  expect(shareImports(bundle, new Set([ZOD]))).toContain(bundle);
});

test('a package that nothing is imported from is not imported', () => {
  expect(shareImports('const one = 1;\n', new Set([ZOD]))).toBe('const one = 1;\n');
});

test('a name that the package does not have is a fault of the file that uses it, and of no other', async () => {
  const file = (path: string, output: string, names: string) => `import { ${names} } from 'procgen';
import * as z from 'zod';
export const list = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/${path}', tags: ['items'], summary: 'Items', protect: false } })
  .output(${output})
  .query(() => '');
`;
  const root = await createProject({
    'procedures/one.ts': file('one', 'missing(z.string())', 'missing, procedure'),
    'procedures/two.ts': file('two', 'z.string()', 'procedure'),
  });
  const { diagnostics } = await compile(createNodeHost(), { root });
  const told = diagnostics.map(({ code, file: place, message }) => `${code} ${place}: ${message}`);
  expect(told).toEqual([
    'failing-import procedures/one.ts: This file cannot be imported: procgen has no export "missing".',
  ]);
});
