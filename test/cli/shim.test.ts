import { type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { run } from '../../src/cli/run.js';
import { satisfiesRange } from '../../src/cli/satisfies-range.js';
import { listOwnModules } from '../architecture/list-own-modules.js';
import { FakeIo } from './fake-io.js';
import { spawnProcgen } from './spawn-procgen.js';
import { createFolder, createProject, REPOSITORY } from './temporary-project.js';

const RECORDER = fileURLToPath(new URL('../architecture/record-modules.mjs', import.meta.url));

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
  const [help, failed, usage] = await Promise.all(
    ['--help', 'build', 'biuld'].map((line) => spawnProcgen(empty, line).end),
  );
  expect(help).toMatchObject({ exitCode: 0, err: '', out: expect.stringContaining('Commands:') });
  expect(failed).toMatchObject({
    exitCode: 1,
    out: '',
    err: expect.stringContaining('error[nothing-to-expose]'),
  });
  expect(usage).toMatchObject({ exitCode: 2, out: '' });
});

test.skipIf(process.platform !== 'linux')(
  'A command whose output cannot be written says so, and fails.',
  () => {
    const full = openSync('/dev/full', 'w');
    const stdio: StdioOptions = ['ignore', full, 'pipe'];
    const child = spawnSync(
      process.execPath,
      [join(REPOSITORY, 'bin/procgen.js'), 'explain', 'missing-output'],
      {
        stdio,
        encoding: 'utf8',
      },
    );
    closeSync(full);
    expect(child.status).toBe(2);
    expect(child.stderr).toMatch(/^error: the output could not be written: ENOSPC/);
  },
);

test('A reader that closes the pipe early is no failure.', async () => {
  const child = spawn(process.execPath, [join(REPOSITORY, 'bin/procgen.js'), 'explain', 'missing-output'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  const err = await text(child.stderr);
  expect(err).toBe('');
  await expect.poll(() => child.exitCode).toBe(0);
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
  const log = join(await createFolder(), 'modules.txt');
  await spawnProcgen('/', '--help', { NODE_OPTIONS: `--import ${RECORDER}`, MODULES_LOG: log }).end;
  const urls = (await readFile(log, 'utf8')).split('\n');
  const loaded = urls.filter((url) => url.startsWith('file:') && !url.includes('/test/'));
  expect(loaded.filter((url) => url.includes('/node_modules/'))).toEqual([]);
  expect([...new Set(loaded.flatMap(listOwnModules))].sort()).toEqual([
    'cli/add-command.ts',
    'cli/cli-failure.ts',
    'cli/commander.ts',
    'cli/exit-code.ts',
    'cli/main.ts',
    'cli/process-io.ts',
    'cli/procgen-package.ts',
    'cli/program.ts',
    'cli/project-commands.ts',
    'cli/run.ts',
    'cli/store-commands.ts',
  ]);
  // Each file costs a trip to the disk, and Node's loader more than that.
  expect(new Set(loaded).size).toBeLessThanOrEqual(7);
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
    /^error: procgen stopped because of an internal error\. .*\nTypeError: not ours to throw\n\s+at /,
  );
});

test.each(['18.20.8', '20.18.3', '21.7.3', '22.11.0'])(
  'On Node %s, which engines does not name, it says in one sentence which one it needs, and exits 2.',
  async (version) => {
    const { engines } = JSON.parse(await readFile(join(REPOSITORY, 'package.json'), 'utf8'));
    expect(satisfiesRange(version, engines.node)).toBe(false);
    const text = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(text)}` };
    await expect(spawnProcgen(await createFolder(), 'build', env).end).resolves.toEqual({
      exitCode: 2,
      out: '',
      err: `error: procgen needs Node 20.19, or 22.12 and newer, not ${version}.\n`,
    });
  },
);
