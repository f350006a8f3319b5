import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../../src/cli/run.js';
import { FakeIo } from '../../cli/fake-io.js';
import { PING } from '../../cli/temporary-project.js';
import { compileFolder } from '../support/compile-folder.js';
import { createProject } from '../support/create-project.js';

const config = (imports: string, emitters: string) => `import { defineConfig } from 'procgen';
${imports}
export default defineConfig({ tags: { demo: 'Demo' }, emitters: ${emitters}, onStart: () => {} });
`;

const NAMES = `import type { Emitter } from 'procgen';
import { join } from './join.js';

export const names: Emitter = async (model) => [
  { path: 'docs/names.txt', text: join(model.procedures.map(({ name }) => name)) },
];
`;

const FILES = {
  'procgen.config.ts': config(`import { names } from './emitters/names.js';`, '[names]'),
  'emitters/names.ts': NAMES,
  'emitters/join.ts': `export const join = (names: readonly string[]) => \`\${names.join('\\n')}\\n\`;\n`,
  'procedures/demo.ts': PING,
};

const compile = (root: string) => compileFolder(new URL(`file://${root}/`));

describe('an emitter of the project’s own', () => {
  test('is run at a build, with what it imports, and its files are written and checked like all others', async () => {
    const root = await createProject(FILES);
    await expect(run(['build', '--check'], new FakeIo(root))).resolves.toBe(3);
    await expect(run(['build'], new FakeIo(root))).resolves.toBe(0);
    await expect(readFile(join(root, 'docs/names.txt'), 'utf8')).resolves.toBe('demo.ping\n');
    await expect(run(['build', '--check'], new FakeIo(root))).resolves.toBe(0);

    await writeFile(
      join(root, 'emitters/join.ts'),
      `export const join = (names: string[]) => names.join();\n`,
    );
    const stale = new FakeIo(root);
    await expect(run(['build', '--check'], stale)).resolves.toBe(3);
    expect(stale.err).toContain('stale    docs/names.txt');
  });

  test('is no part of the server: neither it nor what it imports is in the bundle', async () => {
    const root = await createProject({
      ...FILES,
      'procgen.config.ts': config(
        `import { names } from './emitters/names.js';\nimport 'node:os';`,
        '[names]',
      ),
      'emitters/join.ts': `import 'not-deployed';\n${FILES['emitters/join.ts']}`,
      'node_modules/not-deployed/package.json': '{ "main": "index.js" }',
      'node_modules/not-deployed/index.js': '',
    });
    await expect(run(['build'], new FakeIo(root))).resolves.toBe(0);
    const bundle = await readFile(join(root, '.procgen/server/index.js'), 'utf8');
    expect(bundle).toContain('onStart');
    expect(bundle).not.toMatch(/not-deployed|names\.txt/);
  });

  test('has a model of its own: what it does to it reaches nobody', async () => {
    const spoil = '(model) => { (model.procedures as unknown[]).length = 0; return []; }';
    const look = `(model) => [{ path: 'count.txt', text: String(model.procedures.length) }]`;
    const root = await createProject({ ...FILES, 'procgen.config.ts': config('', `[${spoil}, ${look}]`) });
    const { model, files } = await compile(root);
    expect(files.find(({ path }) => path === 'count.txt')?.text).toBe('1');
    expect(model?.procedures).toHaveLength(1);
  });

  test('that is no function is a fault of the configuration, at its place', async () => {
    const root = await createProject({ ...FILES, 'procgen.config.ts': config('', `['names' as never]`) });
    const { diagnostics, isConfigBroken } = await compile(root);
    expect(isConfigBroken).toBe(true);
    expect(diagnostics).toMatchObject([
      {
        code: 'invalid-config',
        line: 3,
        message: 'emitters.0: Expected a function from the model to files.',
      },
    ]);
  });
});

test('the Markdown reference of the recipes is what its emitter prints', async () => {
  const recipe = new URL('../../recipes/markdown-reference/', import.meta.url);
  const { files, diagnostics } = await compileFolder(recipe);
  expect(diagnostics).toEqual([]);
  const reference = files.find(({ path }) => path === 'docs/api.md');
  await expect(reference?.text).toMatchFileSnapshot(new URL('docs/api.md', recipe).pathname);
  expect(reference?.text).toContain('### `PUT /notes/{id}`\n\nReplace a note **Deprecated.**\n');
});
