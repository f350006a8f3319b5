import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { checkCachedBuilds } from './cached-builds.js';
import { createChangingProject } from './changing-project.js';

test.each([11, 22])(
  'After any edits a build with what the one before left is a build of everything (seed %i).',
  async (seed) => {
    expect((await checkCachedBuilds(seed, 25)).reused).toBeGreaterThan(0);
  },
);

const FILE = (name: string, output: string, imported = '') => `import { procedure } from 'procgen';
import * as z from 'zod';
${imported}
export const ${name} = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/${name}', tags: ['items'], summary: 'S', protect: false } })
  .output(${output})
  .query((() => null) as never);
`;

test.each([true, false])(
  'Files whose schemas are made of the clock are parsed in every build, and no others (in one process: %s).',
  async (isOneProcess) => {
    const imported = `import { Past } from '../limits.js';`;
    const project = await createChangingProject(
      {
        'limits.ts': `import * as z from 'zod';\nexport const Past = z.date().max(new Date());\n`,
        'procedures/plain.ts': FILE('plain', 'z.date().default(() => new Date())'),
        'procedures/own.ts': FILE('own', 'z.date().min(new Date(Date.now() - 1000))'),
        'procedures/shared.ts': FILE('shared', 'Past', imported),
      },
      isOneProcess,
    );
    for (let step = 0; step < 2; step++) {
      const { build, parsed } = await project.edit({});
      expect(build.isCompiled).toBe(true);
      expect(parsed).toEqual(['procedures/own.ts', 'procedures/shared.ts']);
    }
    const { parsed } = await project.edit({ files: { 'procedures/own.ts': FILE('own', 'z.date()') } });
    expect(parsed).toEqual(['procedures/own.ts', 'procedures/shared.ts']);
    await project.edit({ files: { 'procedures/shared.ts': FILE('shared', 'z.date()') } });
    expect((await project.edit({})).build.isCompiled).toBe(false);
  },
);

test('A change of a module that a factory leads to exposes the procedures that it then makes.', async () => {
  const factory = (value: string) =>
    `import { procedure } from 'procgen';\nimport * as z from 'zod';\nexport const create = (path: string) => ${value};\n`;
  const exposed = `procedure.meta({ openapi: { enabled: true, method: 'GET', path, tags: ['items'], summary: 'S', protect: false } }).output(z.string()).query((() => null) as never)`;
  const plain = FILE('plain', 'z.string()', `import { makeList } from '../lib/crud.js';`);
  const project = await createChangingProject({
    'lib/create.ts': factory('path'),
    'lib/crud.ts': `import { create } from './create.js';\nexport const makeList = (path: string) => create(path);\n`,
    'procedures/items.ts': `${plain}export const list = makeList('/list');\n`,
  });
  const { parsed } = await project.edit({ files: { 'lib/create.ts': factory(exposed) } });
  expect(parsed).toEqual(['procedures/items.ts']);
  expect(await readFile(`${project.root}/generated/routes.ts`, 'utf8')).toContain('/list');
});
