import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/cli/run.js';
import { openKeyring } from '../../src/keys/open-keyring.js';
import { openStore } from '../../src/stores/open-store.js';
import { CAN_MOUNT, mount } from '../stores/mount.js';
import { EMPTY_DATA, sealStore } from '../stores/seal-store.js';
import { FakeIo } from './fake-io.js';
import { createFolder } from './temporary-project.js';

async function runIn(cwd: string, line: string, env: Record<string, string> = {}) {
  const io = new FakeIo(cwd, { env });
  const exitCode = await run(line.split(' '), io);
  return { exitCode, out: io.out, err: io.err };
}

/** A folder with a store of two keys of two users, a sign-in token and a session. */
async function createStore(): Promise<{ cwd: string; path: string }> {
  const cwd = await createFolder();
  const keyring = await openKeyring({ store: 'file:.procgen/store.json', cwd });
  await keyring.apiKeys.create({ userId: 'alice', name: 'ci' });
  await keyring.apiKeys.create({ userId: 'bob', name: 'laptop' });
  await keyring.users.createSignInToken('alice');
  await keyring.sessions.create('alice');
  await keyring.close();
  return { cwd, path: join(cwd, '.procgen/store.json') };
}

/** Every file below the folder with its bytes and what the system knows of it. */
function look(folder: string): unknown {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { ino, mode, mtimeMs } = statSync(path);
      return [path, ino, mode, mtimeMs, entry.isFile() ? readFileSync(path, 'utf8') : ''];
    })
    .sort();
}

describe('procgen store verify', () => {
  test('says what a whole store holds, on stderr, and changes nothing.', async () => {
    const { cwd, path } = await createStore();
    const before = look(cwd);
    expect(await runIn(cwd, 'store verify')).toEqual({
      exitCode: 0,
      out: '',
      err: `${path} is intact: version 1, 2 keys, 2 users, 1 sign-in token, 1 session.\n`,
    });
    expect(look(cwd)).toEqual(before);
  });

  test('prints one object for machines.', async () => {
    const { cwd, path } = await createStore();
    const { exitCode, out, err } = await runIn(cwd, 'store verify --json');
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(JSON.parse(out)).toEqual({
      version: 1,
      ok: true,
      path,
      formatVersion: 1,
      counts: { keys: 2, users: 2, signInTokens: 1, sessions: 1 },
      owner: null,
      leftovers: [],
      faults: [],
    });
  });

  test('names the process that has the store open, and checks it all the same.', async () => {
    const { cwd } = await createStore();
    const owner = await openStore('file:.procgen/store.json', { cwd });
    try {
      const { exitCode, err } = await runIn(cwd, 'store verify');
      expect(exitCode).toBe(0);
      expect(err).toMatch(
        new RegExp(`is intact: .*\nProcess ${process.pid}, started at 20.*Z, has it open\\.\n$`),
      );
      const { owner: found } = JSON.parse((await runIn(cwd, 'store verify --json')).out);
      expect(found).toEqual({ pid: process.pid, startedAt: expect.stringMatching(/^20.*Z$/) });
    } finally {
      await owner.close();
    }
  });

  test('names what a killed process left.', async () => {
    const { cwd, path } = await createStore();
    writeFileSync(`${path}.0123456789abcdef.tmp`, '{"half');
    const { exitCode, err } = await runIn(cwd, 'store verify');
    expect(exitCode).toBe(0);
    expect(err).toContain('A process that was killed left store.json.0123456789abcdef.tmp.');
  });

  test.each<[string, string, RegExp, (path: string) => void]>([
    ['empty', 'DAMAGED', /is damaged: it is empty\./, (path) => writeFileSync(path, '')],
    ['null', 'DAMAGED', /is damaged: it does not begin/, (path) => writeFileSync(path, 'null')],
    [
      'cut',
      'DAMAGED',
      /is damaged: it is cut off/,
      (path) => writeFileSync(path, readFileSync(path).subarray(0, -9)),
    ],
    [
      'flipped in one bit',
      'DAMAGED',
      /is damaged: its checksum is wrong\./,
      (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('laptop', 'maptop')),
    ],
    [
      'one with two keys of one id',
      'DAMAGED',
      /is damaged: "users" holds two records with the same id alice\./,
      (path) => {
        const user = { id: 'alice', createdAt: 1 };
        writeFileSync(path, sealStore({ ...EMPTY_DATA, users: [user, user] }));
      },
    ],
    [
      'of a newer version',
      'NEWER',
      /has version 9, but this procgen reads version 2\..*use a newer procgen/,
      (path) => writeFileSync(path, sealStore(EMPTY_DATA, 9)),
    ],
    ['gone', 'VANISHED', /is missing, although it was initialised before\./, (path) => rmSync(path)],
    [
      'moved away with its lock',
      'MISSING',
      /There is no store /,
      (path) => renameSync(join(path, '..'), join(path, '../../elsewhere')),
    ],
    [
      'a folder',
      'UNAVAILABLE',
      /Cannot read the store .*not a regular file/,
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
    [
      'a link to itself',
      'UNAVAILABLE',
      /Cannot read the store .*ELOOP/,
      (path) => {
        rmSync(path);
        symlinkSync(path, path);
      },
    ],
  ])(
    'exits 2 and says path and cause when the store is %s, and leaves it.',
    async (_, code, cause, damage) => {
      const { cwd, path } = await createStore();
      damage(path);
      const before = readdirSync(cwd, { recursive: true }).sort();
      const { exitCode, out, err } = await runIn(cwd, 'store verify');
      expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
      expect(err).toMatch(/^error: /);
      expect(err).toContain(path);
      expect(err).toMatch(cause);
      const { ok, counts, faults } = JSON.parse((await runIn(cwd, 'store verify --json')).out);
      expect({ ok, counts, faults }).toMatchObject({ ok: false, counts: null, faults: [{ code }] });
      expect(readdirSync(cwd, { recursive: true }).sort()).toEqual(before);
    },
  );

  test('exits 1 when others can get at a store that is whole.', async () => {
    const { cwd, path } = await createStore();
    chmodSync(path, 0o644);
    chmodSync(join(path, '..'), 0o770);
    const { exitCode, err } = await runIn(cwd, 'store verify');
    expect(exitCode).toBe(1);
    expect(err).toMatch(
      /^error: .*can be read by other users.*mode 644.*\nerror: .*can be written by group \d+ \(mode 770\).*\n.*is intact/,
    );
    expect(JSON.parse((await runIn(cwd, 'store verify --json')).out)).toMatchObject({
      ok: false,
      faults: [{ code: 'EXPOSED' }, { code: 'EXPOSED' }],
    });
  });

  test('takes the store from the flag, then the environment, then the configuration.', async () => {
    const { cwd, path } = await createStore();
    renameSync(path, join(cwd, 'elsewhere.json'));
    expect((await runIn(cwd, 'store verify --store file:elsewhere.json')).exitCode).toBe(0);
    expect((await runIn(cwd, 'store verify', { PROCGEN_STORE: 'file:elsewhere.json' })).exitCode).toBe(0);
    expect(await runIn(cwd, 'store verify --store elsewhere.json')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('error: A store must be file:PATH or postgres://….'),
    });
  });
});

describe('procgen store migrate', () => {
  test('does nothing to a store of the newest version.', async () => {
    const { cwd, path } = await createStore();
    const before = readFileSync(path, 'utf8');
    expect(await runIn(cwd, 'store migrate')).toEqual({
      exitCode: 0,
      out: '',
      err: `${path} already has version 1; there is nothing to do.\n`,
    });
    expect(JSON.parse((await runIn(cwd, 'store migrate --json')).out)).toEqual({
      version: 1,
      path,
      from: 1,
      to: 1,
      backup: null,
    });
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('refuses a damaged store and one in use, and leaves them.', async () => {
    const { cwd, path } = await createStore();
    const owner = await openStore('file:.procgen/store.json', { cwd });
    expect(await runIn(cwd, 'store migrate')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining(`is in use by process ${process.pid}`),
    });
    await owner.close();
    writeFileSync(path, '{"half');
    expect(await runIn(cwd, 'store migrate')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining(`The store ${path} is damaged`),
    });
    expect(readFileSync(path, 'utf8')).toBe('{"half');
  });
});

describe('procgen store copy', () => {
  test('copies everything into a store that it makes: keys work there, the source stays as it is.', async () => {
    const cwd = await createFolder();
    const secret = (await runIn(cwd, 'keys create --plain --user alice --store file:a.json')).out.trim();
    const before = readFileSync(join(cwd, 'a.json'), 'utf8');
    expect(await runIn(cwd, 'store copy file:a.json file:deep/b.json')).toEqual({
      exitCode: 0,
      out: '',
      err: 'Copied 1 key, 1 user, 0 sign-in tokens, 0 sessions.\n',
    });
    expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe(before);
    expect(readFileSync(join(cwd, 'deep/b.json'), 'utf8')).toBe(before);
    const keyring = await openKeyring({ store: 'file:deep/b.json', cwd });
    expect(await keyring.apiKeys.verify(secret)).toMatchObject({ userId: 'alice' });
    await keyring.close();
    expect(JSON.parse((await runIn(cwd, 'store copy file:a.json file:c.json --json')).out)).toEqual({
      version: 1,
      counts: { keys: 1, users: 1, signInTokens: 0, sessions: 0 },
    });
  });

  test('refuses a target that holds something, be it the source itself, and leaves both.', async () => {
    const { cwd, path } = await createStore();
    await runIn(cwd, 'users add carol --store file:other.json');
    const before = [readFileSync(path, 'utf8'), readFileSync(join(cwd, 'other.json'), 'utf8')];
    for (const target of ['other.json', '.procgen/store.json']) {
      const result = await runIn(cwd, `store copy file:.procgen/store.json file:${target}`);
      expect(result).toMatchObject({ exitCode: 2, out: '' });
      expect(result.err).toContain(`${join(cwd, target)} is not empty.`);
    }
    expect([readFileSync(path, 'utf8'), readFileSync(join(cwd, 'other.json'), 'utf8')]).toEqual(before);
  });

  test.each(['source', 'target'])('refuses while a process has the %s open.', async (which) => {
    const { cwd } = await createStore();
    const open = which === 'source' ? 'file:.procgen/store.json' : 'file:b.json';
    const owner = await openStore(open, { cwd });
    const result = await runIn(cwd, 'store copy file:.procgen/store.json file:b.json');
    await owner.close();
    expect(result).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining(`is in use by process ${process.pid}`),
    });
  });

  test('refuses a source that is missing or damaged, and makes no target.', async () => {
    const cwd = await createFolder({ 'half.json': '{"half' });
    for (const [source, cause] of [
      ['none.json', 'There is no store'],
      ['half.json', 'is damaged'],
    ] as const) {
      const { exitCode, err } = await runIn(cwd, `store copy file:${source} file:b.json`);
      expect(exitCode).toBe(2);
      expect(err).toContain(cause);
      expect(err).toContain(join(cwd, source));
    }
    expect(readdirSync(cwd)).toEqual(['half.json']);
  });

  test.runIf(CAN_MOUNT)(
    'reads a source on a disk that is mounted for reading only, as a backup may be.',
    async () => {
      const { cwd, path } = await createStore();
      const backup = join(cwd, 'backup');
      mkdirSync(backup);
      const unmount = mount(['--bind', '-o', 'ro'], join(path, '..'), backup);
      expect(await runIn(cwd, 'store copy file:backup/store.json file:b.json')).toMatchObject({
        exitCode: 0,
      });
      expect(await runIn(cwd, 'store verify --store file:backup/store.json')).toMatchObject({ exitCode: 0 });
      unmount();
    },
  );

  test('says which arguments it lacks.', async () => {
    const { exitCode, err } = await runIn(await createFolder(), 'store copy file:a.json');
    expect(exitCode).toBe(2);
    expect(err).toContain('Missing required argument "to".');
  });
});
