import { expect, test } from 'vitest';
import { createChangingProject } from './changing-project.js';
import { print, SHARED } from './print-procedure.js';

const OWN = "const Own = z.object({ a: z.string() }).meta({ id: 'Own' });";

const FILES = {
  'shared.ts': SHARED,
  'helper.ts': 'export const log = (value: any) => value;\n',
  'procedures/alpha.ts': print('alpha'),
  'procedures/beta.ts': print('beta'),
  'procedures/gamma.ts': print('gamma', { before: OWN, output: 'Own' }),
  // The input of another one would be called so.
  'procedures/delta.ts': print('delta', {
    before: "const Named = z.object({ n: z.number() }).meta({ id: 'EpsilonGetInput' });",
    output: 'Named',
  }),
  'procedures/zeta.ts': print('zeta', { meta: ", errors: { 404: 'Not here.' }" }),
  'procedures/epsilon.ts': print('epsilon', {
    before: "const Failure = z.object({ f: z.string() }).meta({ id: 'Other' });",
    output: 'Failure',
  }),
};

/** What is done to the project, one thing after the other, and whether it shows in no more than what is printed of itself. */
const EDITS: readonly (readonly [what: string, files: Readonly<Record<string, string>>, isShort: boolean])[] =
  [
    ['a summary', { 'procedures/alpha.ts': print('alpha', { summary: 'Other' }) }, true],
    [
      'a comment',
      { 'procedures/alpha.ts': print('alpha', { summary: 'Other', doc: 'Says *more* $& $1.' }) },
      true,
    ],
    [
      'the same comment elsewhere',
      { 'procedures/beta.ts': print('beta', { doc: 'Says *more* $& $1.' }) },
      true,
    ],
    [
      'a handler',
      { 'procedures/beta.ts': print('beta', { doc: 'Says *more* $& $1.' }).replace("id: ''", "id: 'x'") },
      true,
    ],
    ['a helper of handlers', { 'helper.ts': 'export const log = (value: any) => ({ ...value });\n' }, true],
    [
      'an input',
      { 'procedures/beta.ts': print('beta', { input: 'limit: z.number().max(9).optional()' }) },
      true,
    ],
    [
      'an input without a default',
      { 'procedures/beta.ts': print('beta', { input: 'limit: z.number()' }) },
      true,
    ],
    [
      'a schema of its own',
      { 'procedures/gamma.ts': print('gamma', { before: OWN.replace('string', 'number'), output: 'Own' }) },
      true,
    ],
    [
      'a schema of its own, and what is printed like it elsewhere',
      {
        'procedures/gamma.ts': print('gamma', { before: OWN.replace('string', 'boolean'), output: 'Own' }),
        'procedures/beta.ts': print('beta', { summary: '"Own": {' }),
      },
      true,
    ],
    [
      'one whose name others took',
      {
        'procedures/epsilon.ts': print('epsilon', {
          before: "const Failure = z.object({ f: z.string() }).meta({ id: 'Other' });",
          output: 'Failure',
          summary: 'New',
        }),
      },
      false,
    ],
    [
      'one that has the name of all failures',
      {
        'procedures/epsilon.ts': print('epsilon', {
          before: "const Failure = z.object({ f: z.string() }).meta({ id: 'Failure' });",
          output: 'Failure',
        }),
      },
      false,
    ],
    [
      'one with a failure of its own beside that',
      { 'procedures/zeta.ts': print('zeta', { meta: ", errors: { 404: 'Not here.' }", summary: 'Beside' }) },
      false,
    ],
    ['a path', { 'procedures/alpha.ts': print('alpha').replace("'/alpha'", "'/alphas'") }, false],
    ['a failure', { 'procedures/alpha.ts': print('alpha', { meta: ', errors: [404]' }) }, false],
    ['a schema of all files', { 'shared.ts': SHARED.replace('z.string()', 'z.string().max(80)') }, true],
    ['another use of it', { 'procedures/gamma.ts': print('gamma', { output: 'User' }) }, false],
    ['the name of a procedure', { 'procedures/gamma.ts': print('gamma').replace('get =', 'read =') }, false],
  ];

test('what shows in no more than what is printed of itself is put in the place of that, and else all is printed', {
  timeout: 60_000,
}, async () => {
  const project = await createChangingProject(FILES, () => false);
  const found: unknown[] = [];
  for (const [what, files] of EDITS) {
    const way = await project.change(files).catch((error: Error) => {
      throw new Error(`After a change of ${what}: ${error.message}`, { cause: error });
    });
    found.push([what, way, project.hasPrintedAll]);
  }
  expect(found).toEqual(EDITS.map(([what, , isShort]) => [what, 'merged', !isShort]));
});
