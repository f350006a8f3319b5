import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeyService, startKeyService, UNAVAILABLE } from './key-service.js';
import { CAN_MOUNT } from './mount.js';
import { attachStrace, CAN_TRACE } from './strace.js';

describe('S-03: a server whose store cannot be written', () => {
  let disk: string;
  let path: string;
  let service: KeyService;

  beforeAll(async () => {
    disk = mkdtempSync(join(tmpdir(), 'procgen-disk-'));
    if (CAN_MOUNT) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]);
    path = join(disk, 'store.json');
    service = await startKeyService(path);
    expect((await service.createKey('before')).status).toBe(200);
  });
  afterAll(async () => {
    await service.stop();
    if (CAN_MOUNT) execFileSync('umount', ['--lazy', disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  /** Injects the error, and returns a function that removes it. */
  type Fault = () => Promise<() => void | Promise<void>>;

  const injected = (options: string): Fault => {
    return () => attachStrace(service.pid, ['-o', '/dev/null', '-e', `inject=${options}`]);
  };

  const fullDisk: Fault = async () => {
    const ballast = join(disk, 'ballast');
    let size = 256 * 1024;
    // Larger pieces first, smaller ones after, until nothing goes in any more.
    for (let text = ''; size >= 1; ) {
      try {
        writeFileSync(ballast, text + 'x'.repeat(size));
        text += 'x'.repeat(size);
      } catch {
        writeFileSync(ballast, text);
        size = Math.floor(size / 2);
      }
    }
    return () => rmSync(ballast);
  };

  const readOnlyDisk: Fault = async () => {
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    return () => void execFileSync('mount', ['-o', 'remount,rw', disk]);
  };

  const noMoreFiles: Fault = async () => {
    const taken = new Set(readdirSync(`/proc/${service.pid}/fd`).map(Number));
    let lowest = 0;
    while (taken.has(lowest)) lowest++;
    const limit = (count: number) =>
      execFileSync('prlimit', ['--pid', String(service.pid), `--nofile=${count}:`]);
    limit(lowest);
    return () => void limit(1024);
  };

  const faults: [name: string, fault: Fault, isPossible: boolean][] = [
    ['the disk is full (ENOSPC)', fullDisk, CAN_MOUNT],
    ['the disk is mounted for reading only (EROFS)', readOnlyDisk, CAN_MOUNT],
    ['it has as many files open as it may (EMFILE)', noMoreFiles, process.platform === 'linux'],
    ['the folder cannot be opened (EIO)', injected('openat:error=EIO'), CAN_TRACE],
    ['the temporary file cannot be made (EROFS)', injected('openat:error=EROFS:when=2'), CAN_TRACE],
    ['the temporary file cannot be closed (EIO)', injected('close:error=EIO:when=1'), CAN_TRACE],
    ['the rename fails (EIO)', injected('rename:error=EIO'), CAN_TRACE],
    ['the rename finds no room (ENOSPC)', injected('rename:error=ENOSPC'), CAN_TRACE],
    ['the rename meets a disk for reading only (EROFS)', injected('rename:error=EROFS'), CAN_TRACE],
  ];
  for (const [name, fault, isPossible] of faults)
    it.runIf(isPossible)(`answers 503 while ${name}, is as before, and makes the next key`, async () => {
      const [bytes, keys] = [readFileSync(path, 'utf8'), await service.listKeys()];
      const restore = await fault();
      expect(await service.createKey('while it was broken')).toMatchObject(UNAVAILABLE);
      expect(readFileSync(path, 'utf8')).toEqual(bytes);
      expect(await service.listKeys()).toEqual(keys);
      await restore();
      expect(readdirSync(disk).filter((file) => file.endsWith('.tmp'))).toEqual([]);
      expect((await service.createKey(name)).status).toBe(200);
      expect(await service.listKeys()).toEqual([name, ...(keys as string[])]);
      expect(readFileSync(path, 'utf8')).toContain(name);
    });
});
