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
