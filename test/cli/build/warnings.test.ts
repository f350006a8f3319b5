import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../../src/cli/run.js';
import { FakeIo } from '../fake-io.js';
import { spawnProcgen } from '../spawn-procgen.js';
import { CONFIG, createFolder, createProject, PING } from '../temporary-project.js';

const GOOD = { 'procgen.config.ts': CONFIG, 'procedures/demo.ts': PING };
/** With one warning, of a procedure that is not exported. */
const HIDDEN = `${PING}\n${PING.slice(PING.indexOf('export')).replace('export const ping', 'const pong').replace('/ping', '/pong')}`;
const WARNED = { ...GOOD, 'procedures/demo.ts': HIDDEN };
const WARNING =
  /^warning\[unexported-procedure\]: The procedure in "pong" is not exported, so it has no endpoint\.\n {2}--> procedures\/demo\.ts:11:7\n/m;

async function runIn(cwd: string, line: string, env: Record<string, string> = {}) {
  const io = new FakeIo(cwd, { env });
  const exitCode = await run(line.split(' '), io);
  return { exitCode, out: io.out, err: io.err };
}

describe('a build with warnings', () => {
  test('shows and counts them, writes the files and exits 0, again where nothing has changed.', async () => {
    const root = await createProject(WARNED);
    for (const summary of [
      /^generated 3 files from 1 procedure in .*; 1 warning in 1 file\n$/m,
      /^3 files up to date with 1 procedure, .*; 1 warning in 1 file\n$/m,
    ]) {
      const { exitCode, out, err } = await runIn(root, 'build');
      expect({ exitCode, out }).toEqual({ exitCode: 0, out: '' });
      expect(err).toMatch(WARNING);
      expect(err).toContain('\nFor details: procgen explain unexported-procedure\n');
      expect(err).toMatch(summary);
    }
    expect(await readdir(join(root, 'generated'))).toEqual(['client.ts', 'openapi.json', 'routes.ts']);
  });

  test('exits 1 under --fail-on warning, with the files written as usual.', async () => {
    const root = await createProject(WARNED);
    const { exitCode, err } = await runIn(root, 'build --fail-on warning');
    expect(exitCode).toBe(1);
    expect(err).toMatch(
      /^generated 3 files from 1 procedure in .*; 1 warning in 1 file \(--fail-on warning\)$/m,
    );
    expect(await readFile(join(root, 'generated/openapi.json'), 'utf8')).toContain('"/ping"');
    expect((await runIn(root, 'build --fail-on error')).exitCode).toBe(0);
    await writeFile(join(root, 'procedures/demo.ts'), PING);
    expect((await runIn(root, 'build --fail-on warning')).exitCode).toBe(0);
  });

  test('shows them under --check, whose exit code is that of the warnings where these are to fail.', async () => {
    const root = await createProject(WARNED);
    const stale = await runIn(root, 'build --check');
    expect(stale.exitCode).toBe(3);
    expect(stale.err).toMatch(WARNING);
    expect(stale.err).toMatch(/3 generated files are not up to date\. .*\n1 warning in 1 file\n$/);
    const both = await runIn(root, 'build --check --fail-on warning');
    expect(both.exitCode).toBe(1);
    expect(both.err).toContain('3 generated files are not up to date.');
    await runIn(root, 'build');
    const fresh = await runIn(root, 'build --check');
    expect(fresh.exitCode).toBe(0);
    expect(fresh.err).toMatch(/3 files up to date with 1 procedure, .*; 1 warning in 1 file\n$/);
    expect((await runIn(root, 'build --check --fail-on warning')).exitCode).toBe(1);
  });

  test('has them in every format, as warnings.', async () => {
    const root = await createProject(WARNED);
    const json = JSON.parse((await runIn(root, 'build --json')).out);
    const [diagnostic] = json.diagnostics;
    expect(json).toMatchObject({
      ok: true,
      diagnostics: [{ code: 'unexported-procedure', severity: 'warning' }],
    });
    expect(diagnostic).toMatchObject({ file: 'procedures/demo.ts', line: 11, column: 7, length: 4 });
    const failed = await runIn(root, 'build --json --fail-on warning');
    expect(JSON.parse(failed.out)).toMatchObject({ ok: false, diagnostics: [diagnostic] });
    expect((await runIn(root, 'build --format github')).out).toMatch(
      /^::warning file=procedures\/demo\.ts,line=11,col=7,endColumn=10,title=procgen%3A unexported-procedure::The procedure in "pong"/,
    );
    const [entry] = JSON.parse((await runIn(root, 'build --format gitlab')).out);
    expect(entry).toMatchObject({ check_name: 'unexported-procedure', severity: 'minor' });
    const sarif = JSON.parse((await runIn(root, 'build --format sarif')).out);
    expect(sarif.runs[0].results).toMatchObject([{ ruleId: 'unexported-procedure', level: 'warning' }]);
  });

  test('has them among the annotations and in the summary of GitHub Actions.', async () => {
    const root = await createProject(WARNED);
    const folder = await createFolder();
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
    const { err } = await runIn(root, 'build', env);
    expect(err).toMatch(/^::warning file=procedures\/demo\.ts,line=11,/m);
    const summary = await readFile(env.GITHUB_STEP_SUMMARY, 'utf8');
    expect(summary).toContain('1 warning in 1 file');
    expect(summary).toContain('`unexported-procedure`');
  });

  test('shows errors beside them, and then writes nothing.', async () => {
    const bad = PING.replace("'/ping'", "'bad'");
    const root = await createProject({ ...WARNED, 'procedures/bad.ts': bad });
    const { exitCode, err } = await runIn(root, 'build');
    expect(exitCode).toBe(1);
    expect(err).toMatch(WARNING);
    expect(err).toMatch(/\n1 error and 1 warning in 2 files; nothing was written\.\n$/);
  });

  test('goes on without them once they are gone, and has them again once they are back.', async () => {
    const root = await createProject(GOOD);
    await runIn(root, 'build');
    for (const _ of ['once', 'again']) {
      await writeFile(join(root, 'procedures/demo.ts'), HIDDEN);
      expect((await runIn(root, 'build')).err).toMatch(WARNING);
      await writeFile(join(root, 'procedures/demo.ts'), PING);
      expect((await runIn(root, 'build')).err).not.toContain('warning');
    }
  });
});

test('build --watch and --fail-on cannot be combined.', async () => {
  const { exitCode, err } = await runIn(await createProject(GOOD), 'build --watch --fail-on warning');
  expect(exitCode).toBe(2);
  expect(err).toContain('--watch and --fail-on cannot be combined');
});

test('build refuses a severity that there is not.', async () => {
  const { exitCode, err } = await runIn(await createProject(GOOD), 'build --fail-on hint');
  expect({ exitCode, err }).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('--fail-on must be error or warning, not "hint"'),
  });
});

test('An unread file is warned of as soon as it holds a procedure, and no longer than that.', async () => {
  const root = await createProject({ ...GOOD, 'procedures/more.js': 'export const more = 1;\n' });
  expect((await runIn(root, 'build')).err).not.toContain('warning');
  await writeFile(join(root, 'procedures/more.js'), PING);
  expect((await runIn(root, 'build')).err).toMatch(
    /^warning\[unread-file\]: procedures\/more\.js looks as if /m,
  );
  await writeFile(join(root, 'procedures/more.js'), 'export const more = 2;\n');
  expect((await runIn(root, 'build')).err).not.toContain('warning');
  const elsewhere = await createFolder({ 'demo.ts': PING });
  await symlink(elsewhere, join(root, 'procedures/linked'));
  expect((await runIn(root, 'build')).err).toMatch(
    /^warning\[unread-file\]: procedures\/linked looks as if /m,
  );
});

test('build --watch and serve --watch show and count warnings at each build.', async () => {
  for (const line of ['build --watch', 'serve --watch --port 0']) {
    const root = await createProject(GOOD);
    const watch = spawnProcgen(root, line);
    await watch.seen(line.startsWith('build') ? /watching for changes/ : /listening on/);
    await writeFile(join(root, 'procedures/demo.ts'), HIDDEN);
    await watch.seen(WARNING);
    await watch.seen(/^rebuilt in .*; 1 warning in 1 file$/m);
    watch.signal('SIGTERM');
    expect((await watch.end).exitCode).toBe(0);
  }
});

test('serve shows and counts warnings, and serves.', async () => {
  const server = spawnProcgen(await createProject(WARNED), 'serve --port 0');
  await server.seen(WARNING);
  await server.seen(/^1 warning in 1 file$/m);
  await server.seen(/^listening on /m);
  server.signal('SIGTERM');
  expect((await server.end).exitCode).toBe(0);
});

test('serve counts the warnings of a build that it takes as it is, and does not show them again.', async () => {
  const root = await createProject(WARNED);
  expect((await spawnProcgen(root, 'build').end).err).toMatch(WARNING);
  const server = spawnProcgen(root, 'serve --port 0');
  await server.seen(/^listening on /m);
  server.signal('SIGTERM');
  const { err } = await server.end;
  expect(err).toMatch(/^1 warning in 1 file; "procgen build" shows where\nlistening on /);
});

test('doctor counts warnings, and routes shows them.', async () => {
  const root = await createProject(WARNED);
  await runIn(root, 'build');
  const { out, err } = await runIn(root, 'doctor --json');
  expect(`${out}${err}`).toContain('1 procedure in 1 file, with 1 warning in 1 file.');
  expect((await runIn(root, 'routes')).err).toMatch(WARNING);
});
