import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/cli/run.js';
import { CAN_MOUNT, mount } from '../stores/mount.js';
import { makeStoreFolder } from '../stores/store-folder.js';
import { IS_ROOT } from '../stores/stranger.js';
import { FakeIo } from './fake-io.js';
import { CONFIG, createProject, PING, REPOSITORY } from './temporary-project.js';

const FILES = { 'procgen.config.ts': CONFIG, 'procedures/demo.ts': PING };
const PORT = { PORT: '0' };

async function runIn(cwd: string, line: string) {
  const io = new FakeIo(cwd, { env: PORT });
  return { exitCode: await run(line.split(' '), io), out: io.out, err: io.err };
}

/** A folder on a disk of its own, which is this large. */
function mountDisk(size: string): string {
  const folder = makeStoreFolder();
  mount(['-t', 'tmpfs', '-o', `size=${size}`], 'tmpfs', folder);
  return folder;
}

/** A project on a disk of its own. */
function createProjectOnDisk(size: string): Promise<string> {
  return copyProject(mountDisk(size));
}

async function copyProject(folder: string): Promise<string> {
  await cp(await createProject(FILES), folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}

function fill(folder: string): void {
  const path = join(folder, 'filler');
  for (const size of [1 << 16, 1 << 12])
    for (;;) {
      try {
        writeFileSync(path, Buffer.alloc(size), { flag: 'a' });
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' });
        break;
      }
    }
}

describe.runIf(CAN_MOUNT)('On a disk that is read-only', () => {
  test('a build names the file and what helps, in JSON too.', async () => {
    const root = await createProjectOnDisk('4m');
    execFileSync('mount', ['-o', 'remount,ro', root]);
    const { exitCode, err } = await runIn(root, 'build');
    const message = new RegExp(`Cannot write ${root}/generated: the file system is read-only \\(EROFS\\)\\.`);
    expect(exitCode).toBe(2);
    expect(err).toMatch(
      new RegExp(
        `^error: ${message.source}\nhelp: Make ${root} writable, or run the command on a copy that is\\.\n$`,
      ),
    );
    const { error } = JSON.parse((await runIn(root, 'build --json')).out);
    expect(error).toEqual({ message: expect.stringMatching(message), help: expect.any(String) });
  });

  test('doctor says so once for all that cannot be written.', async () => {
    const root = await createProjectOnDisk('4m');
    execFileSync('mount', ['-o', 'remount,ro', root]);
    const { err } = await runIn(root, 'doctor');
    expect(err).toMatch(
      /^error +write-access +the project cannot be written: the file system is read-only \(EROFS\)\.$/m,
    );
  });

  test('a build goes on without its cache, and says so.', async () => {
    const root = await copyProject(makeStoreFolder());
    const cache = join(root, 'node_modules/.cache');
    mkdirSync(cache);
    mount(['-t', 'tmpfs', '-o', 'ro'], 'tmpfs', cache);
    const { exitCode, err } = await runIn(root, 'build');
    expect(exitCode).toBe(0);
    expect(err).toMatch(
      new RegExp(
        `^note: Cannot write ${cache}/procgen/\\w+/build\\.json: the file system is read-only \\(EROFS\\)\\. The next build compiles everything again\\.\ngenerated 3 files from 1 procedure in `,
      ),
    );
    expect((await runIn(root, 'build --check')).err).toMatch(/^3 files up to date with 1 procedure/);
  });
});

describe.runIf(CAN_MOUNT)('On a disk that is full', () => {
  test('a build names the file and leaves all files as they were.', async () => {
    const root = await createProjectOnDisk('4m');
    expect((await runIn(root, 'build')).exitCode).toBe(0);
    const before = readFileSync(join(root, 'generated/routes.ts'));
    writeFileSync(join(root, 'procedures/demo.ts'), PING.replaceAll('ping', 'pong'));
    fill(root);
    const { exitCode, err } = await runIn(root, 'build');
    expect(exitCode).toBe(2);
    expect(err).toMatch(
      new RegExp(
        `^error: Cannot write ${root}/generated/\\w+\\.\\w+: the disk is full \\(ENOSPC\\)\\.\nhelp: Free some space, then run the command again\\.\n$`,
      ),
    );
    expect(readFileSync(join(root, 'generated/routes.ts'))).toEqual(before);
    rmSync(join(root, 'filler'));
    expect((await runIn(root, 'build')).exitCode).toBe(0);
  });

  test('init names the file, and the package.json that was there is whole.', async () => {
    const root = mountDisk('1m');
    const manifest = '{ "name": "shop", "type": "commonjs" }';
    writeFileSync(join(root, 'package.json'), manifest);
    fill(root);
    const { exitCode, err } = await runIn(root, 'init --yes');
    expect(exitCode).toBe(2);
    expect(err).toMatch(
      new RegExp(`^error: Cannot write ${root}/\\S+: the disk is full \\(ENOSPC\\)\\.\nhelp: `),
    );
    expect(readFileSync(join(root, 'package.json'), 'utf8')).toBe(manifest);
  });
});

/** Root may do what permissions forbid, unless it gives up its capabilities. */
const WITHOUT_RIGHTS = IS_ROOT ? ['setpriv', '--inh-caps=-all', '--bounding-set=-all'] : [];

describe('A user without rights', () => {
  test('is told which file a build could not write, or read.', async () => {
    const root = await createProject(FILES);
    const [command = '', ...line] = [
      ...WITHOUT_RIGHTS,
      process.execPath,
      join(REPOSITORY, 'bin/procgen.js'),
      'build',
    ];
    const build = () => text(spawn(command, line, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] }).stderr);
    chmodSync(root, 0o555);
    try {
      expect(await build()).toMatch(
        new RegExp(
          `^error: Cannot write ${root}/generated: permission denied \\(EACCES\\)\\.\nhelp: Run the command as a user who may access `,
        ),
      );
      chmodSync(join(root, 'procedures/demo.ts'), 0);
      expect(await build()).toMatch(
        new RegExp(
          `^error: Cannot access ${root}/procedures/demo\\.ts: permission denied \\(EACCES\\)\\.\nhelp: `,
        ),
      );
    } finally {
      chmodSync(root, 0o755);
    }
  });
});
