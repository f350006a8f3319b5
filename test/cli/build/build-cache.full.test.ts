import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { spawnProcgen } from '../spawn-procgen.js';
import { createProject, PING } from '../temporary-project.js';
import { build, hasCompiled, CACHED_PROJECT as PROJECT } from './cached-project.js';

describe('The cache of builds', () => {
  const edits: Record<string, Record<string, string | null>> = {
    'a procedure file': { 'procedures/demo.ts': PING },
    'a module with schemas': {
      'procedures/_pong.ts': PROJECT['procedures/_pong.ts'].replace('boolean', 'string'),
    },
    'a module that only handlers use': { 'app.ts': 'export const word = () => false;' },
    'the configuration': {
      'procgen.config.ts': PROJECT['procgen.config.ts'].replace("'Demo'", "'Demonstration'"),
    },
    'a module of the configuration': { 'settings.ts': "export const SITE = 'https://two.example';" },
    'a catalog': { 'procedures/_locales/en.json': '{ "hello": "Hi" }' },
    'the tsconfig': { 'tsconfig.json': '{ "compilerOptions": { "allowImportingTsExtensions": true } }' },
    'a new procedure file': { 'procedures/more.ts': PING.replace("'/ping'", "'/more'") },
    'a deleted procedure file': { 'procedures/demo.ts': null, 'procedures/other.ts': PING },
    'a module where another one was found': {
      'procedures/_pong.js': 'export {};',
      'procedures/_pong.ts': null,
    },
    'a manifest': { 'package.json': '{ "name": "shop", "type": "module", "imports": {} }' },
    'a lock': { 'package-lock.json': '{}' },
    'a generated file': { 'generated/client.ts': null },
    'the built server': { '.procgen/server/index.mjs': '' },
  };
  test.for(Object.entries(edits))('is not used after a change of %s.', async ([, files]) => {
    const root = await createProject(PROJECT);
    await build(root);
    for (const [path, text] of Object.entries(files)) {
      if (text === null) await rm(join(root, path));
      else await writeFile(join(root, path), text);
    }
    expect(await hasCompiled(root)).toBe(true);
  });

  test('is not used after somebody has changed a package where it is installed.', async () => {
    const pong = PROJECT['procedures/_pong.ts'].replace('z.boolean()', 'z.boolean().describe(WORD)');
    const root = await createProject({
      ...PROJECT,
      'procedures/_pong.ts': `import { WORD } from 'words';\n${pong}`,
    });
    const folder = join(root, 'node_modules/words');
    await mkdir(folder);
    await writeFile(
      join(folder, 'package.json'),
      '{ "name": "words", "type": "module", "main": "index.js" }',
    );
    await writeFile(join(folder, 'index.js'), "export const WORD = 'first';");
    expect((await spawnProcgen(root, 'build').end).exitCode).toBe(0);
    await writeFile(join(folder, 'index.js'), "export const WORD = 'second';");
    expect((await spawnProcgen(root, 'build').end).exitCode).toBe(0);
    expect(await readFile(join(root, 'generated/openapi.json'), 'utf8')).toContain('"second"');
  });

  test('knows which environment variables the configuration asked for.', async () => {
    const root = await createProject(PROJECT);
    const urlOf = async (env: Record<string, string>) => {
      const { err } = await spawnProcgen(root, 'build', env).end;
      const { servers } = JSON.parse(await readFile(join(root, 'generated/openapi.json'), 'utf8'));
      return [servers[0].url, err.includes('3 files up to date')];
    };
    expect(await urlOf({ SHOP_URL: 'https://a.example', OTHER: '1' })).toEqual([
      'https://a.example/api',
      false,
    ]);
    expect(await urlOf({ SHOP_URL: 'https://a.example', OTHER: '2' })).toEqual([
      'https://a.example/api',
      true,
    ]);
    expect(await urlOf({ SHOP_URL: 'https://b.example' })).toEqual(['https://b.example/api', false]);
    expect(await urlOf({})).toEqual(['https://one.example/api', false]);
    expect(await urlOf({ PROCGEN_BASE_URL: 'https://c.example' })).toEqual(['https://c.example/api', false]);
  });
});
