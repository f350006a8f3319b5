import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from '../temporary-project.js';
import { build } from './cached-project.js';

const PROJECT = {
  'procgen.config.ts': `import { defineConfig } from 'procgen';
export default defineConfig({ tags: { demo: 'Demo' } });`,
  'shared.ts': "import * as z from 'zod';\nexport const Shared = z.object({ word: z.string().max(7) });\n",
  'sizes.json': '["s", "m"]',
  'letters.cjs': "module.exports = { list: require('./deep/letters.cjs') };\n",
  'deep/letters.cjs': "module.exports = ['a', 'b'];\n",
  'procedures/other.ts': print('other', '', 'z.string()'),
  'procedures/demo.ts': print(
    'demo',
    `import sizes from '../sizes.json' with { type: 'json' };
import letters from '../letters.cjs';
import { Shared } from '../shared.js';`,
    'z.object({ size: z.enum(sizes), letter: z.enum(letters.list), get shared() { return Shared; } })',
  ),
};

function print(name: string, imports: string, output: string): string {
  return `import { procedure } from 'procgen';
import * as z from 'zod';
${imports}
export const get = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/${name}', tags: ['demo'], summary: 'S', protect: false } })
  .output(${output})
  .query((() => null) as never);
`;
}

test.each([
  ['a module that a getter of a schema asks for', 'shared.ts', 'max(7)', 'max(8)'],
  ['JSON', 'sizes.json', '"m"', '"large"'],
  ['CommonJS', 'letters.cjs', 'module.exports', 'exports.more = 1; module.exports'],
  ['what CommonJS requires', 'deep/letters.cjs', "'b'", "'beta'"],
] as const)(
  'After a change of %s a build gives what a build of all gives.',
  async (_, path, before, after) => {
    const root = await createProject(PROJECT);
    expect(await build(root)).toMatchObject({ exitCode: 0 });
    const text = PROJECT[path].replace(before, after);
    expect(text).not.toBe(PROJECT[path]);
    await writeFile(join(root, path), text);
    expect(await build(root)).toMatchObject({ exitCode: 0 });
    const fresh = await createProject({ ...PROJECT, [path]: text });
    expect(await build(fresh)).toMatchObject({ exitCode: 0 });
    const read = (folder: string) => readFile(join(folder, 'generated/openapi.json'), 'utf8');
    expect(await read(root)).toBe(await read(fresh));
  },
);
