import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spawnProcgen } from '../spawn-procgen.js';
import { createProject } from '../temporary-project.js';

/** Fails where it runs twice in one process. */
const SETUP = `import * as z from 'zod';
import { words } from './words.js';

Object.defineProperty(z.ZodString.prototype, 'greeting', { value: words.greeting });
z.config({ customError: () => words.greeting });
`;
const WORDS = "export const words = { greeting: 'Hello' };\n";
const CONFIG = `import { defineConfig } from 'procgen';
export default defineConfig({ tags: { demo: 'Demo' }, setup: ['./src/setup.ts'] });
`;
const PROCEDURE = (path: string) => `import { procedure } from 'procgen';
import * as z from 'zod';

const { greeting = 'none' } = z.ZodString.prototype as { greeting?: string };

export const greet = procedure
  .meta({
    openapi: { enabled: true, method: 'POST', path: '${path}', tags: ['demo'], summary: 'S', protect: false },
  })
  .input(z.object({ name: z.string() }))
  .output(z.object({ text: z.string().describe(greeting) }))
  .mutation(() => ({ text: greeting }));
`;

const FILES = {
  'procgen.config.ts': CONFIG,
  'src/setup.ts': SETUP,
  'src/words.ts': WORDS,
  'procedures/one.ts': PROCEDURE('/one'),
  'procedures/two.ts': PROCEDURE('/two'),
};

async function createSetupProject() {
  const root = await createProject(FILES);
  return {
    root,
    write: (path: string, text: string) => writeFile(join(root, path), text),
    async describe() {
      const { paths } = JSON.parse(await readFile(join(root, 'generated/openapi.json'), 'utf8'));
      return ['/one', '/two'].map((path) => {
        const { content } = paths[path].post.responses['200'];
        return content['application/json'].schema.properties.text.description;
      });
    },
    async build(line = 'build') {
      const { exitCode, err } = await spawnProcgen(root, line).end;
      expect(exitCode, err).toBe(0);
      return err;
    },
  };
}

test('A change of the setup, or of what it is made of, has every procedure file parsed again; other changes run it again.', async () => {
  const { write, describe, build } = await createSetupProject();
  await build();
  expect(await describe()).toEqual(['Hello', 'Hello']);
  expect(await build()).toMatch(/^3 files up to date/);

  await write('src/words.ts', WORDS.replace('Hello', 'Good day'));
  await build();
  expect(await describe()).toEqual(['Good day', 'Good day']);

  await write('procedures/one.ts', `${PROCEDURE('/one')}// changed\n`);
  await build();
  expect(await describe()).toEqual(['Good day', 'Good day']);

  await write('src/other.ts', SETUP.replaceAll('words.greeting', "'Hi'"));
  await write('procgen.config.ts', CONFIG.replace('src/setup.ts', 'src/other.ts'));
  await build();
  expect(await describe()).toEqual(['Hi', 'Hi']);

  await write('procgen.config.ts', CONFIG.replace(/, setup: .*\]/, ''));
  await build();
  expect(await describe()).toEqual(['none', 'none']);
  await build('build --check');
});

test('A built server runs the setup before procedure files, and is stale where the setup has changed.', async () => {
  const { root, write, build } = await createSetupProject();
  await build();
  const server = spawnProcgen(root, 'serve --mode production --port 0');
  const [, origin = ''] = await server.seen(/^listening on (\S+)$/m);
  const call = async (body: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${origin}/api/one`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, body: JSON.stringify(await response.json()) };
  };
  expect(await call({ name: 'Ada' })).toEqual({ status: 200, body: '{"text":"Hello"}' });
  const refused = await call({ name: 7 });
  expect(refused.status).toBe(400);
  expect(refused.body).toContain('"Hello"');
  server.signal('SIGTERM');
  await server.end;

  await write('src/words.ts', WORDS.replace('Hello', 'Good day'));
  const stale = await spawnProcgen(root, 'serve --mode production --port 0').end;
  expect(stale.exitCode).toBe(2);
  expect(stale.err).toContain('src/words.ts');
});

test('build --watch follows the setup, which each build runs in a process that no other has changed.', async () => {
  const { root, write, describe } = await createSetupProject();
  const watch = spawnProcgen(root, 'build --watch');
  await watch.seen(/watching for changes/);
  await write('src/words.ts', WORDS.replace('Hello', 'Good day'));
  await watch.seen(/^rebuilt in .*$/m);
  expect(await describe()).toEqual(['Good day', 'Good day']);

  await write('src/setup.ts', "throw new Error('boom');\n");
  await watch.seen(
    /^error\[failing-import\]: "src\/setup\.ts" cannot be imported: boom\n {2}--> procgen\.config\.ts:2:/m,
  );
  await write('src/setup.ts', SETUP.replace(/^Object.*\n/m, ''));
  await watch.seen(/boom[\s\S]*^rebuilt in .*$/m);
  expect(await describe()).toEqual(['none', 'none']);
  watch.signal('SIGINT');
  expect((await watch.end).exitCode).toBe(0);
});
