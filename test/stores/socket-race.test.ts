import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openFileStore } from '../../src/stores/file-store.js';
import { makeStore } from './expect-refusal.js';
import { makeStoreFolder } from './store-folder.js';
import { IS_ROOT, SERVICE } from './stranger.js';

/** Comes between the steps that root takes with a name: what the service does there and then. */
const between = vi.hoisted(() => ({ swap: null as ((name: string) => void) | null, when: 'after' }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>();
  const racing =
    (call: (path: string, ...rest: never[]) => Promise<unknown>) =>
    async (path: string, ...rest: never[]) => {
      const swap = /\.owner\/[^/]*\.tmp$/.test(String(path)) ? between.swap : null;
      if (between.when === 'before') swap?.(path);
      const result = await call(path, ...rest);
      if (between.when === 'after') swap?.(path);
      return result;
    };
  return { ...real, lstat: racing(real.lstat as never), open: racing(real.open as never) };
});

afterEach(() => {
  between.swap = null;
});

describe.runIf(IS_ROOT)('K-22 A socket that root makes in the folder of a service', () => {
  it.each<['before' | 'after', string, (target: string, path: string) => void]>([
    ['before', 'a symbolic link', symlinkSync],
    ['after', 'a symbolic link', symlinkSync],
    ['before', 'a hard link', linkSync],
    ['after', 'a hard link', linkSync],
  ])('changes nothing else when the service replaces it %s a look at it by %s', async (when, _what, link) => {
    const folder = join(makeStoreFolder(), 'data');
    mkdirSync(folder);
    const path = await makeStore(folder);
    for (const name of ['', '.owner', '.audit.jsonl']) chownSync(path + name, SERVICE, SERVICE);
    chownSync(folder, SERVICE, SERVICE);
    const precious = join(folder, '../precious');
    writeFileSync(precious, 'of root');
    chmodSync(precious, 0o644);
    let isSwapped = false;
    between.when = when;
    between.swap = (name) => {
      if (isSwapped || !existsSync(name)) return;
      isSwapped = true;
      renameSync(name, `${name}.gone`);
      link(precious, name);
    };
    // Whether it gets its store then is the service's own affair.
    const store = await openFileStore(path).catch(() => null);
    between.swap = null;
    await store?.close();
    const { uid, mode } = statSync(precious);
    expect({ isSwapped, uid, mode: mode & 0o777 }).toEqual({ isSwapped: true, uid: 0, mode: 0o644 });
  });

  it('belongs to the service, for it alone, from the start', async () => {
    const folder = makeStoreFolder();
    const path = await makeStore(folder);
    for (const name of ['', '.owner', '.audit.jsonl']) chownSync(path + name, SERVICE, SERVICE);
    chownSync(folder, SERVICE, SERVICE);
    const seen: number[] = [];
    between.swap = (name) => void seen.push(statSync(name).mode & 0o777);
    between.when = 'before';
    const store = await openFileStore(path);
    onTestFinished(() => store.close());
    const [socket = ''] = readdirSync(`${path}.owner`).filter((name) => name.endsWith('.sock'));
    const { uid, mode } = statSync(join(`${path}.owner`, socket));
    expect({ uid, mode: mode & 0o777, seen: new Set(seen) }).toEqual({
      uid: SERVICE,
      mode: 0o600,
      seen: new Set([0o600]),
    });
  });
});
