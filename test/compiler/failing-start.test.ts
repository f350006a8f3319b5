import { expect, test } from 'vitest';
import { compileFolder } from './support/compile-folder.js';
import { createProject } from './support/create-project.js';

const ITEMS = (output: string) => `import { procedure } from 'procgen';
import * as z from 'zod';
import { names } from '../names.js';
export const list = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'S', protect: false } })
  .output(${output})
  .query(() => [...names]);
`;

async function build(files: Readonly<Record<string, string>>) {
  const { diagnostics } = await compileFolder(new URL(`file://${await createProject(files)}/`));
  return diagnostics.map(({ code, file, line }) => `${code} ${file}:${line}`);
}

test('A statement that the build runs as well is told as the error that it is, and not of the start, too.', async () => {
  const failing = `export const names = ['a', 'b'];\nthrow new Error(names.join());\n`;
  expect(
    await build({ 'procedures/items.ts': ITEMS('z.array(z.enum(names))'), 'names.ts': failing }),
  ).toEqual(['failing-import procedures/items.ts:3']);
});

test('Of a module that only handlers import nothing is said.', async () => {
  const failing = `export const names = ['a', 'b'];\nthrow new Error('Not yet.');\n`;
  expect(await build({ 'procedures/items.ts': ITEMS('z.array(z.string())'), 'names.ts': failing })).toEqual(
    [],
  );
  expect(
    await build({ 'procedures/items.ts': ITEMS('z.array(z.enum(names))'), 'names.ts': failing }),
  ).toEqual(['failing-start names.ts:2']);
});
