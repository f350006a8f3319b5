import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, linkSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openFileStore } from '../../src/stores/file-store.js';
import { expectRefusal, makeStore, runProcgen } from './expect-refusal.js';
import { startKeyService } from './key-service.js';
import { takeSnapshot } from './snapshot.js';
import { makeStoreFolder } from './store-folder.js';
import { spawnStoreHolder } from './store-holder.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from './stored-key.js';
import { IS_ROOT, SERVICE, STRANGER } from './stranger.js';

const STRANGER_NAME = IS_ROOT
  ? execFileSync('id', ['-nu', String(STRANGER)], { encoding: 'utf8' }).trim()
  : '';

describe.runIf(IS_ROOT)('K-22 Root on the store of a service', () => {
  it('works on it where only root and the service can write, and leaves all of it the service', async () => {
    for (const owner of [0, SERVICE]) {
      const folder = join(makeStoreFolder(), 'data');
      mkdirSync(folder);
      const path = await makeStore(folder);
      for (const name of ['', '.owner', '.owner/initialized', '.audit.jsonl'])
        chownSync(path + name, SERVICE, SERVICE);
      chownSync(folder, owner, SERVICE);
      const { exitCode, err } = await runProcgen(`keys create --plain --store file:${path}`);
      expect({ exitCode, err }).toMatchObject({ exitCode: 0, err: expect.not.stringContaining('warning') });
      for (const name of ['', '.owner', '.audit.jsonl']) expect(statSync(path + name).uid).toBe(SERVICE);
    }
  });

  it('is warned once when the service made its folder where everybody can', async () => {
    const folder = makeStoreFolder();
    const path = await makeStore(folder);
    for (const name of ['', '.owner', '.audit.jsonl']) chownSync(path + name, SERVICE, SERVICE);
    chownSync(folder, SERVICE, SERVICE);
    const { exitCode, err } = await runProcgen(`keys create --store file:${path}`);
    expect(exitCode).toBe(0);
    expect(err.match(/warning: .*/g)).toEqual([
      `warning: The folder ${folder} is where every user can create folders, and the store in it belongs to user 12345: make sure that it is the store you mean.`,
    ]);
  });

  it('refuses a folder of another user without a store', async () => {
    const folder = makeStoreFolder();
    chownSync(folder, SERVICE, SERVICE);
    await expectRefusal(
      join(folder, 'store.json'),
      folder,
      /The folder .* of user 12345 \(mode 700\) lets that user replace the store in it: run procgen as user 12345, or keep the store elsewhere\.$/m,
    );
  });

  it('is told the command that runs procgen as the user whose folder it is', async () => {
    const folder = makeStoreFolder();
    chownSync(folder, STRANGER, STRANGER);
    const { exitCode, err } = await runProcgen(`keys create --store file:${join(folder, 'store.json')}`);
    expect(exitCode).toBe(2);
    expect(err).toContain(
      `: run procgen as user 65534 ("runuser -u ${STRANGER_NAME} -- procgen …"), or keep the store elsewhere.\n`,
    );
    expect(err).not.toContain('chown');
  });

  it('lets no third user in', async () => {
    const folder = makeStoreFolder();
    const path = await makeStore(folder);
    for (const name of ['', '.owner', '.audit.jsonl']) chownSync(path + name, SERVICE, SERVICE);
    chownSync(folder, SERVICE, SERVICE);
    chownSync(`${path}.owner`, STRANGER, STRANGER);
    await expectRefusal(
      path,
      folder,
      /\.owner belongs to user 65534 .* must belong to user 12345: if you trust what is in it, run "chown 12345 [^"]*\.owner", else/,
    );
  });

  it('is not refused by the service while both are there', async () => {
    const folder = makeStoreFolder();
    const path = await makeStore(folder);
    for (const name of ['', '.owner', '.audit.jsonl']) chownSync(path + name, SERVICE, SERVICE);
    chownSync(folder, SERVICE, SERVICE);
    const store = await openFileStore(path);
    expect(await spawnStoreHolder(path, { uid: SERVICE }).next()).toMatchObject({ code: 'OWNED' });
    await store.close();
    expect(await spawnStoreHolder(path, { uid: SERVICE }).next()).toMatchObject({ event: 'open' });
  });
});

describe.runIf(IS_ROOT)('K-22 A user without rights', () => {
  it('is told that a store of root is not theirs, with nothing touched', async () => {
    const folder = makeStoreFolder();
    const path = await makeStore(folder);
    chmodSync(path, 0o644);
    chownSync(folder, SERVICE, SERVICE);
    const before = takeSnapshot(folder);
    expect(await spawnStoreHolder(path, { uid: SERVICE }).next()).toMatchObject({
      code: 'INSECURE',
      message: `${path} belongs to user 0 (mode 644) and must belong to user 12345: if you trust what is in it, have root run "chown 12345 ${path}", else remove it.`,
    });
    expect(takeSnapshot(folder)).toEqual(before);
  });

  it('is told as whom to run procgen in the folder of another user, and what only root can do', async () => {
    const folder = makeStoreFolder();
    chownSync(folder, STRANGER, STRANGER);
    chmodSync(folder, 0o755);
    const refuse = () => spawnStoreHolder(join(folder, 'store.json'), { uid: SERVICE }).next();
    expect(await refuse()).toMatchObject({
      code: 'INSECURE',
      message: expect.stringContaining(
        `in it: run procgen as user 65534 (${STRANGER_NAME}), or have root run "chown 12345 ${folder}", or keep the store elsewhere.`,
      ),
    });
    chmodSync(folder, 0o777);
    expect(await refuse()).toMatchObject({
      message: expect.stringContaining(`have user 65534 or root run "chmod go-w ${folder}"`),
    });
    chmodSync(folder, 0o700);
    expect(await refuse()).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(
        new RegExp(
          `permission denied \\(EACCES\\)\\. .*The folder ${folder} belongs to user 65534: run procgen as user 65534 \\(${STRANGER_NAME}\\), or ask root to give user 12345 access\\.$`,
        ),
      ),
    });
    chownSync(folder, 0, 0);
    expect(await refuse()).toMatchObject({
      message: expect.stringContaining(
        `The folder ${folder} belongs to user 0: ask root to give user 12345 access.`,
      ),
    });
  });
});

describe('K-22 What other users may write', () => {
  it.each<[string, (path: string) => void, RegExp]>([
    [
      'the store',
      (path) => chmodSync(path, 0o662),
      /store\.json of user \d+ can be written by other users \(mode 662\): .*run "chmod go-w .*store\.json"/,
    ],
    [
      'the audit log',
      (path) => chmodSync(`${path}.audit.jsonl`, 0o620),
      /audit\.jsonl of user .*\(mode 620\)/,
    ],
    ['a backup', (path) => writeLoosely(`${path}.v1.backup`), /v1\.backup of user .*\(mode 666\)/],
    [
      'a temporary file',
      (path) => writeLoosely(`${path}.0123456789abcdef.tmp`),
      /\.tmp of user .*\(mode 666\)/,
    ],
    [
      'the folder of its owner',
      (path) => chmodSync(`${path}.owner`, 0o720),
      /\.owner of user .*\(mode 720\)/,
    ],
    [
      'the folder that it is in',
      (path) => chmodSync(join(path, '..'), 0o777),
      /The folder .*deep of user \d+ \(mode 777\) lets every user of this machine replace what is in it: run "chmod go-w .*deep"/,
    ],
    [
      'a folder above',
      (path) => chmodSync(join(path, '../..'), 0o757),
      /The folder .* of user \d+ \(mode 757\) lets every user/,
    ],
  ])('is refused with nothing touched: %s', async (_, loosen, sentence) => {
    const folder = makeStoreFolder();
    mkdirSync(join(folder, 'deep'), { mode: 0o700 });
    const path = await makeStore(join(folder, 'deep'));
    loosen(path);
    await expectRefusal(path, folder, sentence);
  });

  it('is a link, whose folder counts as that of the store does', async () => {
    const folder = makeStoreFolder();
    const [loose, other] = [join(folder, 'loose'), join(folder, 'other')];
    for (const made of [loose, other]) mkdirSync(made, { mode: 0o700 });
    symlinkSync(await makeStore(other), join(loose, 'store.json'));
    chmodSync(loose, 0o777);
    await expectRefusal(join(loose, 'store.json'), folder, /The folder .*loose of user \d+ \(mode 777\)/);
    chmodSync(loose, 0o1777);
    await (await openFileStore(join(loose, 'store.json'))).close();
  });

  it('is refused at the next change when a running server has the store, which goes on after it is put right', async () => {
    const path = join(makeStoreFolder(), 'store.json');
    const store = await openFileStore(path);
    onTestFinished(() => store.close());
    chmodSync(path, 0o666);
    await expect(store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT)).rejects.toMatchObject({
      code: 'INSECURE',
    });
    chmodSync(path, 0o600);
    await store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
    expect(await store.keys.listByUser('alice')).toHaveLength(1);
  });
});

describe('K-22 A folder', () => {
  it('may be written by a group, of which is warned once', async () => {
    const folder = makeStoreFolder();
    chmodSync(folder, 0o770);
    for (const _ of [1, 2]) {
      const { exitCode, err } = await runProcgen(`keys create --store file:${join(folder, 'store.json')}`);
      expect(exitCode).toBe(0);
      expect(err.match(/warning: .*/g)).toEqual([
        expect.stringMatching(
          /^warning: The folder .* can be written by group \d+ \(mode 770\), whose members can replace the store in it\.$/,
        ),
      ]);
    }
  });

  it('may be written by a group, of which a server warns once in its log', async () => {
    const folder = makeStoreFolder();
    chmodSync(folder, 0o770);
    const service = await startKeyService(join(folder, 'store.json'));
    expect((await service.createKey('ci')).status).toBe(200);
    const { exitCode, log } = await service.stop();
    expect(exitCode).toBe(0);
    expect(log.match(/"level":"warn".* can be written by group \d+ \(mode 770\)/g)).toHaveLength(1);
  });

  it.runIf(IS_ROOT)('may be a volume of root that the group of a service can write', async () => {
    const folder = makeStoreFolder();
    chownSync(folder, 0, SERVICE);
    chmodSync(folder, 0o2775);
    for (const name of ['first', 'second']) {
      const service = spawnStoreHolder(join(folder, 'store.json'), { uid: SERVICE });
      expect(await service.next()).toMatchObject({ event: 'open' });
      service.tell(name);
      expect(await service.next()).toMatchObject({ event: 'created' });
      await service.kill();
    }
  });

  it('may be one of everybody with the sticky bit, and is not warned of', async () => {
    const folder = makeStoreFolder();
    chmodSync(folder, 0o1777);
    const { exitCode, err } = await runProcgen(`keys create --store file:${join(folder, 'store.json')}`);
    expect({ exitCode, err }).toMatchObject({ exitCode: 0, err: expect.not.stringContaining('warning') });
  });

  it.runIf(IS_ROOT)('is warned of once when one above belongs to another user', async () => {
    const folder = makeStoreFolder();
    mkdirSync(join(folder, 'a/b'), { recursive: true });
    for (const name of ['', 'a']) chownSync(join(folder, name), STRANGER, STRANGER);
    const { exitCode, err } = await runProcgen(`keys create --store file:${join(folder, 'a/b/store.json')}`);
    expect(exitCode).toBe(0);
    expect(err.match(/warning: .*/g)).toEqual([
      `warning: The folder ${folder} belongs to user 65534, who can replace everything below it.`,
    ]);
  });

  it('is made writable by its owner alone, whatever the umask', async () => {
    const folder = makeStoreFolder();
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    const store = await openFileStore(join(folder, 'a/b/store.json'));
    await store.close();
    for (const name of ['a', 'a/b']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o755);
  });

  it('may hold hard links and other files of anybody', async () => {
    const folder = makeStoreFolder();
    const path = await makeStore(folder);
    for (const name of ['store.json.bak', 'store.json.owners', 'xstore.json.v1.backup', 'store.json.tmp'])
      writeLoosely(join(folder, name));
    linkSync(path, join(folder, 'twin'));
    await (await openFileStore(path)).close();
  });
});

function writeLoosely(path: string): void {
  writeFileSync(path, '');
  chmodSync(path, 0o666);
}
