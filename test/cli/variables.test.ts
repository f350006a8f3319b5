import { expect, test } from 'vitest';
import { run } from '../../src/cli/run.js';
import { FakeIo } from './fake-io.js';
import { CONFIG, createProject, PING } from './temporary-project.js';

async function build(env: Record<string, string>) {
  const root = await createProject({ 'procgen.config.ts': CONFIG, 'procedures/demo.ts': PING });
  const io = new FakeIo(root, { env });
  const exitCode = await run(['build'], io);
  return { exitCode, err: io.err };
}

test('A misspelt variable is warned of once, with the nearest name, and the command goes on.', async () => {
  const { exitCode, err } = await build({
    PROCGEN_STOER: 'file:other.json',
    PROCGEN_DISABLE_OPEN_API: 'true',
    PROCGEN_KEY_PEPER: 'salt',
  });
  expect(exitCode).toBe(0);
  expect(err).toMatch(
    /^warning: procgen has no variable PROCGEN_DISABLE_OPEN_API\. Did you mean PROCGEN_DISABLE_OPENAPI\?\nwarning: procgen has no variable PROCGEN_KEY_PEPER\. Did you mean PROCGEN_KEY_PEPPER\?\nwarning: procgen has no variable PROCGEN_STOER\. Did you mean PROCGEN_STORE\?\ngenerated 3 files from 1 procedure in .*\n$/,
  );
});

test.each([
  ['PROCGEN_PORT', 'PORT, without the prefix'],
  ['PROCGEN_PROT', 'PORT, without the prefix'],
  ['PROCGEN_NODE_ENV', 'NODE_ENV, without the prefix'],
  ['PROCGEN_OUTS', 'PROCGEN_OUT'],
  ['PROCGEN_CROS', 'PROCGEN_CORS'],
])('Of %s it asks whether %s was meant.', async (name, meant) => {
  const { err } = await build({ [name]: '1' });
  expect(err.split('\n')[0]).toBe(`warning: procgen has no variable ${name}. Did you mean ${meant}?`);
});

test('Variables that procgen reads, and others that look like none of them, are not warned of.', async () => {
  const { err } = await build({
    PROCGEN_STORE: 'file:a.json',
    PROCGEN_GREETING: 'Hello',
    PROCGEN_HOST: 'a',
    STORE: 'x',
  });
  expect(err).toMatch(/^generated 3 files from 1 procedure in .*\n$/);
});

test('All variables with wrong values are told at once.', async () => {
  const { exitCode, err } = await build({ PROCGEN_DOCS: 'perhaps', PROCGEN_BODY_LIMIT: '1mb' });
  expect(exitCode).toBe(2);
  expect(err).toBe(
    'error: PROCGEN_BODY_LIMIT must be a whole number of bytes above 0, not "1mb".\nPROCGEN_DOCS must be development, signed-in, public, true or false, not "perhaps".\n',
  );
});
