import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startKeyService, UNAVAILABLE } from './key-service.js';
import { makeStoreFolder } from './store-folder.js';
import { attachStrace, CAN_TRACE } from './strace.js';

describe.runIf(CAN_TRACE)('S-03: a server whose store cannot be made durable', () => {
  it.each([
    ['temporary file', 1],
    ['folder', 2],
  ])('writes nothing after an fsync of the %s failed, until it is started again', async (_, count) => {
    const path = join(makeStoreFolder(), 'store.json');
    const service = await startKeyService(path);
    onTestFinished(async () => void (await service.stop('SIGKILL')));
    await service.createKey('before');
    const bytes = readFileSync(path, 'utf8');
    const restore = await attachStrace(service.pid, [
      '-o',
      '/dev/null',
      '-e',
      `inject=fsync:error=EIO:when=${count}`,
    ]);
    expect(await service.createKey('lost')).toMatchObject(UNAVAILABLE);
    await restore();
    expect(readFileSync(path, 'utf8')).toEqual(bytes);
    expect(await service.createKey('refused')).toMatchObject(UNAVAILABLE);
    expect(await service.listKeys()).toEqual(['before']);
    expect(await service.readReadiness()).toBe(503);
    const { exitCode, log } = await service.stop();
    expect(exitCode).toBe(0);
    expect(log).toMatch(
      /store\.json is read-only until the next start: a write could not be made durable \(EIO/,
    );
    const again = await startKeyService(path);
    onTestFinished(async () => void (await again.stop('SIGKILL')));
    expect((await again.createKey('after')).status).toBe(200);
    expect(await again.listKeys()).toEqual(['after', 'before']);
  });
});
