import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { OUTER_VERSIONS } from './emit/client/check-types.js';
import { checkProject } from './support/check-project.js';
import { compileFolder, printFaults } from './support/compile-folder.js';

const CASES = new URL('../cases/valid/', import.meta.url);
const stories = readdirSync(CASES).filter((story) => existsSync(new URL(`${story}/expected/`, CASES)));
const FILES = ['expected/client.ts', 'expected/openapi.json', 'expected/routes.ts'];

describe.each(stories)('the story %s', (story) => {
  const root = new URL(`${story}/`, CASES);

  test('compiles to what is expected', async () => {
    const { files } = await compileFolder(root);
    const warnings = new URL('expected/warnings.txt', root);
    if (existsSync(warnings)) await expect(await printFaults(root)).toMatchFileSnapshot(warnings.pathname);
    else expect(await printFaults(root)).toBe('');
    expect(files.map(({ path }) => path)).toEqual(FILES);
    for (const { path, text } of files) await expect(text).toMatchFileSnapshot(new URL(path, root).pathname);
  });
});

describe.each(OUTER_VERSIONS)('on TypeScript %s', (version) => {
  // The stories with a tsconfig of their own need options that the others must do without.
  const plain = stories.filter((story) => !existsSync(new URL(`${story}/tsconfig.json`, CASES)));

  test('the stories and what they compile to satisfy every strict flag', { timeout: 120_000 }, async () => {
    expect(
      await checkProject(
        plain.map((story) => new URL(`${story}/`, CASES)),
        version,
      ),
    ).toBe('');
  });

  test('imports with the extension .ts do where the project asks for them', {
    timeout: 120_000,
  }, async () => {
    const story = new URL('import-extensions/', CASES);
    expect(await checkProject([story], version, { allowImportingTsExtensions: true })).toBe('');
    expect(await checkProject([story], version)).toContain('TS5097');
  });
});
