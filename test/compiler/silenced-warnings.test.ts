import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { run } from '../../src/cli/run.js';
import { FakeIo } from '../cli/fake-io.js';
import { createProject } from '../cli/temporary-project.js';
import { compileFolder, printDiagnosticsIn } from './support/compile-folder.js';

/** A project that is warned of what it does not export, and of what it answers with unchecked. */
const PROCEDURES = `import { procedure } from 'procgen';
import * as z from 'zod';

const openapi = { enabled: true, method: 'GET', tags: ['items'], summary: 'S', protect: false } as const;

export const list = procedure
  .meta({ openapi: { ...openapi, path: '/items' } })
  .output(z.unknown())
  .query(() => '');

const find = procedure
  .meta({ openapi: { ...openapi, path: '/items/first' } })
  .output(z.string())
  .query(() => '');
`;

function printConfig(warnings: object): string {
  return `import { defineConfig } from 'procgen';

export default defineConfig({ tags: { items: 'Items' }, warnings: ${JSON.stringify(warnings)} });
`;
}

function createWarned(warnings: object): Promise<string> {
  return createProject({ 'procgen.config.ts': printConfig(warnings), 'procedures/items.ts': PROCEDURES });
}

async function listCodes(root: string): Promise<readonly string[]> {
  return (await compileFolder(pathToFileURL(`${root}/`))).diagnostics.map(({ code }) => code);
}

test('A warning that the configuration turns off is not shown, and the others are.', async () => {
  expect(await listCodes(await createWarned({}))).toEqual(['unchecked-output', 'unexported-procedure']);
  expect(await listCodes(await createWarned({ 'unchecked-output': 'off' }))).toEqual([
    'unexported-procedure',
  ]);
});

test('With all its warnings off a project passes --fail-on warning, and goes on to after a change.', async () => {
  const root = await createWarned({ 'unchecked-output': 'off', 'unexported-procedure': 'off' });
  const build = async () => {
    const io = new FakeIo(root);
    return { exitCode: await run(['build', '--fail-on', 'warning'], io), err: io.err };
  };
  expect(await build()).toMatchObject({
    exitCode: 0,
    err: expect.stringMatching(/^generated 3 files [^;]*\n$/),
  });
  await writeFile(`${root}/procedures/items.ts`, PROCEDURES.replace("summary: 'S'", "summary: 'T'"));
  expect(await build()).toMatchObject({
    exitCode: 0,
    err: expect.stringMatching(/^generated 3 files [^;]*\n$/),
  });
  await writeFile(`${root}/procgen.config.ts`, printConfig({ 'unchecked-output': 'off' }));
  expect(await build()).toMatchObject({ exitCode: 1, err: expect.stringContaining('1 warning') });
});

test.each([
  [
    { 'unchecked-outptu': 'off' },
    'There is no option `warnings.unchecked-outptu`.',
    'Did you mean "unchecked-output"?',
  ],
  [{ 'duplicate-route': 'off' }, 'There is no option `warnings.duplicate-route`.', 'Allowed: unread-file,'],
  [{ 'unchecked-output': 'error' }, 'warnings.unchecked-output: ', '"off"'],
])('%j is refused in the configuration.', async (warnings, message, help) => {
  const text = await printDiagnosticsIn(pathToFileURL(`${await createWarned(warnings)}/`));
  expect(text).toContain(`error[invalid-config]: ${message}`);
  expect(text).toContain(help);
});
