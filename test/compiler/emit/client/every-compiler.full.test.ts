import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileModule } from '../../../../src/compiler/emit/client-package/emit-client-package.js';
import { compileFolder } from '../../support/compile-folder.js';
import { COMPILERS } from '../../support/run-compiler.js';
import { checkTypes, PLATFORMS } from './check-types.js';

const CASES = new URL('../../../cases/valid/', import.meta.url);
const REPOSITORY = new URL('../../../../', import.meta.url);
const VERSIONS = Object.keys(COMPILERS) as (keyof typeof COMPILERS)[];
const SETTINGS = (Object.keys(PLATFORMS) as (keyof typeof PLATFORMS)[]).flatMap((platform) =>
  (['nodenext', 'bundler'] as const).map((module) => [platform, module] as const),
);

/** The clients and mocks of every valid case, Conduit among them, and of this repository's own service, by their paths. */
const files: Record<string, string> = {};

beforeAll(async () => {
  const stories = readdirSync(CASES).map((story) => [story, new URL(`${story}/`, CASES)] as const);
  for (const [story, root] of [...stories, ['own', REPOSITORY] as const]) {
    if (!existsSync(new URL('procgen.config.ts', root)) && !existsSync(new URL('procedures', root))) continue;
    const compilation = await compileFolder(root, { mocks: true });
    expect(compilation.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    for (const name of ['client.ts', 'client.mock.ts']) {
      const text = compilation.files.find(({ path }) => path.endsWith(`/${name}`))?.text ?? '';
      // Where a project asks for it, its files import each other with `.ts`, which needs an option of its own.
      files[`${story}/${name}`] = text.replaceAll("'./client.ts'", "'./client.js'");
    }
  }
});
afterAll(() => {
  expect(Object.keys(files).length).toBeGreaterThan(20);
});

describe.each(VERSIONS)('on TypeScript %s', (version) => {
  test.concurrent.each(SETTINGS)(
    'every client and mock compiles, with the types of %s and %s',
    async (platform, module) => {
      expect(await checkTypes(files, version, platform, module)).toBe('');
    },
  );
});

test('No declaration of a client says `any`.', () => {
  for (const [name, text] of Object.entries(files)) {
    const declarations = compileModule('index', text).find(({ path }) => path.endsWith('.d.ts'))?.text ?? '';
    const code = declarations.replace(/\/\*[\s\S]*?\*\/|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, '');
    expect(code, name).not.toMatch(/\bany\b/);
  }
});
