import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFileAuditTrail } from '../../src/stores/file/file-audit-trail.js';
import { disk, type FileSystem } from '../../src/stores/file/file-system.js';
import { openFileStore } from '../../src/stores/file-store.js';
import { expectRefusal, makeStore } from './expect-refusal.js';
import { startKeyService } from './key-service.js';
import { EMPTY_DATA, sealStore } from './seal-store.js';
import { makeSharedFolder } from './shared-folder.js';
import { takeSnapshot } from './snapshot.js';
import { spawnStoreHolder } from './store-holder.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from './stored-key.js';
import { IS_ROOT, SERVICE, type Stranger, spawnStranger } from './stranger.js';

type Trap = (folder: string, stranger: Stranger) => Promise<string>;

/** What another user prepares, and the sentence that it is refused with; the folder is that of `makeSharedFolder`. */
const TRAPS: readonly [string, 'sticky' | 'group', RegExp, Trap][] = [
  [
    'a folder of an owner where no store is yet, in a folder of everybody',
    'sticky',
    /shared\/store\.json\.owner belongs to user 65534 \(mode 700\) and must belong to user 0: .*chown 0 .*store\.json\.owner"/,
    async (folder, stranger) => {
      const path = join(folder, 'store.json');
      await stranger.makeFolder(`${path}.owner`, 0o700);
      await stranger.listen(`${path}.owner`);
      return path;
    },
  ],
  [
    'a folder of an owner in the place of that of a store, in a folder of its group',
    'group',
    /store\.json\.owner belongs to user 65534 \(mode 755\)/,
    async (folder, stranger) => {
      const path = await makeStore(folder);
      await stranger.rename(`${path}.owner`, `${path}.gone`);
      await stranger.makeFolder(`${path}.owner`, 0o755);
      await stranger.listen(`${path}.owner`);
      return path;
    },
  ],
  [
    'a link in the place of the folder of an owner',
    'group',
    /store\.json\.owner of user 65534 \(mode 777\) is not a folder: remove it\./,
    async (folder, stranger) => {
      const path = await makeStore(folder);
      await stranger.rename(`${path}.owner`, `${path}.gone`);
      await stranger.makeFolder(join(folder, 'false'), 0o700);
      await stranger.listen(join(folder, 'false'));
      await stranger.link('false', `${path}.owner`);
      return path;
    },
  ],
  [
    'a socket in a folder of an owner that everybody could write',
    'sticky',
    /store\.json\.owner\/\d+-\d+-aa\.(sock|owner) belongs to user 65534/,
    async (folder, stranger) => {
      const path = await makeStore(folder);
      chmodSync(`${path}.owner`, 0o777);
      await stranger.listen(`${path}.owner`);
      chmodSync(`${path}.owner`, 0o700);
      return path;
    },
  ],
  [
    'a store in a folder of everybody',
    'sticky',
    /store\.json belongs to user 65534 \(mode 600\) and must belong to user 0: if you trust what is in it, run procgen as user 65534 \("runuser -u \w+ -- procgen …"\), or run "chown 0 .*", else remove it\./,
    async (folder, stranger) => {
      const path = join(folder, 'store.json');
      await stranger.write(path, sealStore(EMPTY_DATA), 0o600);
      await stranger.makeFolder(`${path}.owner`, 0o700);
      await stranger.listen(`${path}.owner`);
      return path;
    },
  ],
  [
    'a link to a store of ours in a folder of everybody',
    'sticky',
    /The symbolic link .*shared\/store\.json belongs to user 65534 \(mode 777\), who decides where it leads/,
    async (folder, stranger) => {
      mkdirSync(join(folder, 'ours'), { mode: 0o755 });
      await makeStore(join(folder, 'ours'));
      await stranger.link('ours/store.json', join(folder, 'store.json'));
      return join(folder, 'store.json');
    },
  ],
  [
    'a link to a store of their own in a folder of everybody',
    'sticky',
    /The symbolic link .*shared\/store\.json belongs to user 65534/,
    async (folder, stranger) => {
      await stranger.makeFolder(join(folder, 'theirs'), 0o755);
      await stranger.write(join(folder, 'theirs/store.json'), sealStore(EMPTY_DATA), 0o600);
      await stranger.link('theirs/store.json', join(folder, 'store.json'));
      return join(folder, 'store.json');
    },
  ],
  [
    'a link to a folder of ours in a folder of everybody',
    'sticky',
    /The symbolic link .*shared\/data belongs to user 65534/,
    async (folder, stranger) => {
      mkdirSync(join(folder, 'ours'), { mode: 0o755 });
      await makeStore(join(folder, 'ours'));
      await stranger.link('ours', join(folder, 'data'));
      return join(folder, 'data/store.json');
    },
  ],
  [
    'a folder with a link to the store',
    'sticky',
    /The folder .*shared\/theirs of user 65534 \(mode 755\) lets that user replace the store in it: .*keep the store elsewhere\./,
    async (folder, stranger) => {
      const path = await makeStore(folder);
      await stranger.makeFolder(join(folder, 'theirs'), 0o755);
      await stranger.link(path, join(folder, 'theirs/link.json'));
      return join(folder, 'theirs/link.json');
    },
  ],
  [
    'the folder where the store is to be made',
    'sticky',
    /The folder .*shared\/theirs of user 65534 \(mode 755\) lets that user replace the store/,
    async (folder, stranger) => {
      await stranger.makeFolder(join(folder, 'theirs'), 0o755);
      return join(folder, 'theirs/store.json');
    },
  ],
  [
    'a folder of everybody above that of the store',
    'sticky',
    /The folder .*shared\/theirs of user 65534 \(mode 1777\) lets that user replace the store/,
    async (folder, stranger) => {
      await stranger.makeFolder(join(folder, 'theirs'), 0o1777);
      chmodSync(join(folder, 'theirs'), 0o1777);
      mkdirSync(join(folder, 'theirs/ours'), { mode: 0o755 });
      return makeStore(join(folder, 'theirs/ours')).catch(() => join(folder, 'theirs/ours/store.json'));
    },
  ],
  ...['audit.jsonl', 'audit.3.jsonl', 'v1.backup', 'v1.backup-2', '0123456789abcdef.tmp'].map(
    (name): [string, 'sticky', RegExp, Trap] => [
      `a file STORE.${name}`,
      'sticky',
      new RegExp(`store\\.json\\.${name} belongs to user 65534 \\(mode 666\\)`),
      async (folder, stranger) => {
        await stranger.write(join(folder, `store.json.${name}`), '', 0o666);
        const path = join(folder, 'store.json');
        writeFileSync(path, sealStore(EMPTY_DATA), { mode: 0o600 });
        return path;
      },
    ],
  ),
  [
    'a link in the place of the audit log',
    'sticky',
    /store\.json\.audit\.jsonl of user 65534 \(mode 777\) is not a regular file: remove it\./,
    async (folder, stranger) => {
      writeFileSync(join(folder, 'precious'), 'mine', { mode: 0o600 });
      await stranger.link('precious', join(folder, 'store.json.audit.jsonl'));
      const path = join(folder, 'store.json');
      writeFileSync(path, sealStore(EMPTY_DATA), { mode: 0o600 });
      return path;
    },
  ],
];

describe.runIf(IS_ROOT)('K-22 What another user has prepared', () => {
  it.each(TRAPS)('is refused with nothing touched: %s', async (_, kind, sentence, prepare) => {
    const folder = makeSharedFolder(kind);
    const stranger = spawnStranger();
    const path = await prepare(folder, stranger);
    await expectRefusal(path, folder, sentence);
    // Not a connection, let alone a byte of it.
    expect(await stranger.end()).toEqual([]);
  });

  it('does not become the store of a server: it exits with 2', async () => {
    const folder = makeSharedFolder('sticky');
    const stranger = spawnStranger();
    const path = join(folder, 'store.json');
    await stranger.makeFolder(`${path}.owner`, 0o777);
    const before = takeSnapshot(folder);
    const error = await startKeyService(path).catch((thrown) => thrown);
    expect(error.exitCode).toBe(2);
    expect(error.message).toMatch(/^error: .*store\.json\.owner belongs to user 65534 \(mode 777\)/);
    expect(takeSnapshot(folder)).toEqual(before);
  });

  it('is refused by a user without rights too', async () => {
    const folder = makeSharedFolder('sticky');
    const stranger = spawnStranger();
    const path = join(folder, 'store.json');
    await stranger.write(path, sealStore(EMPTY_DATA), 0o666);
    await stranger.makeFolder(`${path}.owner`, 0o777);
    await stranger.listen(`${path}.owner`);
    const before = takeSnapshot(folder);
    expect(await spawnStoreHolder(path, { uid: SERVICE }).next()).toMatchObject({
      code: 'INSECURE',
      message: expect.stringMatching(/belongs to user 65534 \(mode 666\) and must belong to user 12345/),
    });
    expect(takeSnapshot(folder)).toEqual(before);
    expect(await stranger.end()).toEqual([]);
  });

  it('is not followed when it takes the place of the audit log under a running server', async () => {
    const folder = makeSharedFolder('group');
    const trail = createFileAuditTrail({ store: join(folder, 'store.json'), owners: [0] }, disk);
    const [path, precious] = [join(folder, 'store.json.audit.jsonl'), join(folder, 'precious')];
    writeFileSync(precious, 'mine', { mode: 0o600 });
    const stranger = spawnStranger();
    await stranger.link(precious, path);
    await expect(trail.append({} as never)).rejects.toMatchObject({
      message: expect.stringContaining('ELOOP'),
    });
    renameSync(path, `${path}.link`);
    await stranger.write(path, '', 0o666);
    await expect(trail.append({} as never)).rejects.toMatchObject({
      message: expect.stringContaining('belongs to user 65534'),
    });
    expect([readFileSync(path, 'utf8'), readFileSync(precious, 'utf8')]).toEqual(['', 'mine']);
  });

  it('gets neither owner nor mode of a copy that it puts in the place of an open store', async () => {
    const folder = makeSharedFolder('group');
    const path = join(folder, 'store.json');
    const store = await openFileStore(path);
    onTestFinished(() => store.close());
    const stranger = spawnStranger();
    const copy = readFileSync(path, 'utf8');
    await stranger.rename(path, `${path}.gone`);
    await stranger.write(path, copy, 0o644);
    await expect(store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT)).rejects.toMatchObject({
      code: 'INSECURE',
    });
    expect(readFileSync(path, 'utf8')).toBe(copy);
  });

  it('is refused when it is put there between the look and the making', async () => {
    const folder = makeSharedFolder('sticky');
    const path = join(folder, 'data/store.json');
    const stranger = spawnStranger();
    let looks = 0;
    const racing: FileSystem = {
      ...disk,
      lstat: (async (seen: string) => {
        const result = await disk.lstat(seen).catch((error) => error);
        if (seen === join(folder, 'data') && looks++ === 0) await stranger.makeFolder(seen, 0o777);
        if (result instanceof Error) throw result;
        return result;
      }) as FileSystem['lstat'],
    };
    await expect(openFileStore(path, { disk: racing })).rejects.toMatchObject({
      code: 'INSECURE',
      message: expect.stringMatching(/The folder .*shared\/data of user 65534/),
    });
    expect(readdirSync(join(folder, 'data'))).toEqual([]);
  });
});
