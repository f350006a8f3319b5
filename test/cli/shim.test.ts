import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { run } from '../../src/cli/run.js';
import { listOwnModules } from '../architecture/list-own-modules.js';
import { FakeIo } from './fake-io.js';
import { spawnProcgen } from './spawn-procgen.js';
import { createFolder, createProject, REPOSITORY } from './temporary-project.js';

const LOCAL = {
  'node_modules/procgen/package.json':
    '{ "name": "procgen", "type": "module", "bin": { "procgen": "cli.js" } }',
  'node_modules/procgen/cli.js': "console.log('the local one', process.argv.slice(2).join(' '));\n",
};

test('The procgen of the project runs in place of the one that was started, from below and with -C too.', async () => {
  const root = await createFolder({ ...LOCAL, 'packages/api/package.json': '{}' });
  const elsewhere = await createFolder();
  expect((await spawnProcgen(root, 'build --check').end).out).toBe('the local one build --check\n');
  expect((await spawnProcgen(join(root, 'packages/api'), 'routes').end).out).toBe('the local one routes\n');
  expect((await spawnProcgen(elsewhere, `routes -C ${root}`).end).out).toBe(
    `the local one routes -C ${root}\n`,
  );
  expect((await spawnProcgen(elsewhere, `--cwd=${root} routes`).end).out).toContain('the local one');
});

test('The very same copy, and a folder of another name, run what was started.', async () => {
  const version = /^\d+\.\d+\.\d+\n$/;
  expect((await spawnProcgen(await createProject(), '--version').end).out).toMatch(version);
  const other = await createFolder({ ...LOCAL, 'node_modules/procgen/package.json': '{ "name": "other" }' });
  expect((await spawnProcgen(other, '--version').end).out).toMatch(version);
  expect((await spawnProcgen('/', '--version').end).out).toMatch(version);
});

test('Exit codes and streams are those of run: 0, 1, 2, 3.', async () => {
  const empty = await createFolder({ 'procedures/_shared.ts': '' });
  const [help, faults, usage] = await Promise.all(
    ['--help', 'build', 'biuld'].map((line) => spawnProcgen(empty, line).end),
  );
  expect(help).toMatchObject({ exitCode: 0, err: '', out: expect.stringContaining('Commands:') });
  expect(faults).toMatchObject({
    exitCode: 1,
    out: '',
    err: expect.stringContaining('error[nothing-to-expose]'),
  });
  expect(usage).toMatchObject({ exitCode: 2, out: '' });
});

test('Into a pipe there are no escape codes, and FORCE_COLOR asks for them.', async () => {
  const empty = await createFolder();
  for (const env of [{}, { NO_COLOR: '1' }, { TERM: 'dumb' }]) {
    expect((await spawnProcgen(empty, 'build', env as Record<string, string>).end).err).not.toContain(
      '\u001b',
    );
  }
  expect((await spawnProcgen(empty, 'build', { FORCE_COLOR: '1' }).end).err).toContain('\u001b[');
});

test('The help loads commander and nothing that a command does.', async () => {
  const hook = await createFolder({
    'hook.mjs': `import { writeSync } from 'node:fs';
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  writeSync(2, found.url + '\\n');
  return found;
}`,
    'register.mjs': "import { register } from 'node:module';\nregister('./hook.mjs', import.meta.url);\n",
  });
  const env = { NODE_OPTIONS: `--import ${join(hook, 'register.mjs')}` };
  const { err } = await spawnProcgen('/', '--help', env).end;
  const loaded = err.split('\n').filter((url) => url.startsWith('file:') && !url.includes(hook));
  expect(loaded.filter((url) => url.includes('/node_modules/'))).toEqual([]);
  expect([...new Set(loaded.flatMap(listOwnModules))].sort()).toEqual([
    'cli/add-command.ts',
    'cli/cli-failure.ts',
    'cli/commander.ts',
    'cli/completion-command.ts',
    'cli/diff-command.ts',
    'cli/exit-code.ts',
    'cli/main.ts',
    'cli/process-io.ts',
    'cli/program.ts',
    'cli/project-commands.ts',
    'cli/read-version.ts',
    'cli/run.ts',
    'cli/store-commands.ts',
    'cli/store-upkeep-commands.ts',
  ]);
  // Each file costs a trip to the disk, and Node's loader more than that.
  expect(new Set(loaded).size).toBeLessThanOrEqual(6);
});

test('A bug of our own says so, with its stack, and exits 70.', async () => {
  const io = new FakeIo('/');
  const broken = {
    isTTY: false,
    write: () => {
      throw new TypeError('not ours to throw');
    },
  };
  const exitCode = await run(
    ['--help'],
    Object.assign(Object.create(io), { stdout: broken, stderr: io.stderr }),
  );
  expect(exitCode).toBe(70);
  expect(io.err).toMatch(
    /^error: procgen stopped because of a bug of its own\. .*\nTypeError: not ours to throw\n\s+at /,
  );
});

test('A module imported from its text has a short name in stacks.', async () => {
  const script = `import { createNodeHost } from ${JSON.stringify(pathToFileURL(join(REPOSITORY, 'dist/cli/node-host.js')).href)};
const module = await createNodeHost().importText('export function fail() {\\n  throw new Error("no");\\n}');
try { module.fail(); } catch (error) { console.log(error.stack); }`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(stdout).toMatch(/at .*fail \(procgen:procedures:2:/);
  expect(stdout).not.toContain('base64');
});
