import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ProcedureError } from '../../src/protocol/procedure-error.js';
import { openFileStore } from '../../src/stores/file-store.js';
import { connectStoreOwner } from '../../src/stores/open-store.js';
import type { Store } from '../../src/stores/store.js';
import { startKeyService } from './key-service.js';
import { CAN_MOUNT, mount } from './mount.js';
import { runOwnerRaces } from './owner-races.js';
import { makeStoreFolder } from './store-folder.js';
import { CAN_CONTAIN, spawnStoreHolder } from './store-holder.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from './stored-key.js';

function makeStorePath(): string {
  return join(makeStoreFolder(), 'store.json');
}

/** Leaves what a process leaves that is killed while it owns the store. */
async function leaveDeadClaim(path: string, id: string): Promise<void> {
  const folder = `${path}.owner`;
  mkdirSync(folder, { recursive: true });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(folder, 'born'), resolve));
  // The server takes away its socket under the name it knows; under another it stays.
  renameSync(join(folder, 'born'), join(folder, `${id}.sock`));
  writeFileSync(join(folder, `${id}.owner`), '');
  await new Promise((resolve) => server.close(resolve));
}

function listClaims(path: string): string[] {
  return readdirSync(`${path}.owner`).filter((name) => name !== 'initialized');
}

describe('S-05', () => {
  it('refuses a second process within a second, naming the file, the process id and its start', async () => {
    const path = makeStorePath();
    const first = spawnStoreHolder(path);
    expect(await first.next()).toMatchObject({ event: 'open' });
    const second = await spawnStoreHolder(path).next();
    expect(second).toMatchObject({ event: 'refused', code: 'OWNED' });
    expect(second.afterMs).toBeLessThan(1000);
    expect(second.message).toContain(path);
    expect(second.message).toContain(`process ${first.process.pid},`);
    const started = /started at (\S+)\./.exec(second.message ?? '')?.[1] ?? '';
    expect(Math.abs(Date.parse(started) - Date.now())).toBeLessThan(60_000);
  });

  it('lets one of two processes have the store in 3 of 3 races; the other is gone within a second', async () => {
    expect(await runOwnerRaces(3)).toBeGreaterThan(3);
  });

  it('ends a second server with exit code 2, naming the file, the process id and its start', async () => {
    const path = makeStorePath();
    const first = await startKeyService(path);
    onTestFinished(async () => void (await first.stop('SIGKILL')));
    const error = await startKeyService(path).catch((thrown) => thrown);
    expect(error.exitCode).toBe(2);
    expect(error.message).toMatch(
      new RegExp(`^error: The store ${path} is in use by process ${first.pid}, started at 20\\d\\d-.*Z\\.`),
    );
    expect((await first.createKey('still mine')).status).toBe(200);
  });

  it('frees the store with its owner, though a process that the owner started lives on', async () => {
    const path = makeStorePath();
    const owner = spawnStoreHolder(path);
    await owner.next();
    owner.tell('spawn a child');
    const { pid } = await owner.next();
    onTestFinished(() => void process.kill(pid as number, 'SIGKILL'));
    await owner.kill();
    await (await openFileStore(path)).close();
  });

  it('refuses a second opening in the same process', async () => {
    const path = makeStorePath();
    const store = await openFileStore(path);
    await expect(openFileStore(path)).rejects.toMatchObject({ code: 'OWNED' });
    await store.close();
    await (await openFileStore(path)).close();
  });

  it('needs no help after kill -9 of the owner, and has all that was acknowledged', async () => {
    const path = makeStorePath();
    const owner = spawnStoreHolder(path);
    await owner.next();
    owner.tell('kept');
    expect(await owner.next()).toMatchObject({ event: 'created' });
    await owner.kill();
    expect(listClaims(path)).toHaveLength(2);
    const store = await openFileStore(path);
    onTestFinished(() => store.close());
    expect((await store.keys.listByUser('local')).map((key) => key.name)).toEqual(['kept']);
    expect(listClaims(path)).toHaveLength(2);
  });

  it('leaves the lock to a paused owner', async () => {
    const path = makeStorePath();
    const owner = spawnStoreHolder(path);
    await owner.next();
    owner.process.kill('SIGSTOP');
    await expect(openFileStore(path)).rejects.toMatchObject({
      code: 'OWNED',
      message: expect.stringContaining(`process ${owner.process.pid},`),
    });
    owner.process.kill('SIGCONT');
    owner.tell('still mine');
    expect(await owner.next()).toMatchObject({ event: 'created' });
  });

  it('does not care what time it is, and that it changes', async () => {
    const path = makeStorePath();
    vi.useFakeTimers({ toFake: ['Date'], now: 4e12 });
    onTestFinished(() => void vi.useRealTimers());
    await leaveDeadClaim(path, `1-${Date.now()}-aa`);
    const store = await openFileStore(path);
    onTestFinished(() => store.close());
    for (const now of [0, 8e12]) {
      vi.setSystemTime(now);
      await expect(openFileStore(path)).rejects.toMatchObject({ code: 'OWNED' });
      await store.users.ensure({ id: `at ${now}`, createdAt: now }, NO_AUDIT);
    }
    await store.close();
    vi.setSystemTime(0);
    await (await openFileStore(path)).close();
  });

  it('takes a dead claim for dead, though a process with its id lives', async () => {
    const path = makeStorePath();
    await leaveDeadClaim(path, `${process.pid}-${Math.round(performance.timeOrigin)}-aa`);
    await (await openFileStore(path)).close();
    expect(listClaims(path)).toEqual([]);
  });

  it.runIf(CAN_CONTAIN)(
    'holds between containers that share a folder, where process ids repeat',
    async () => {
      const path = makeStorePath();
      const first = spawnStoreHolder(path, { isContained: true });
      expect(await first.next()).toMatchObject({ event: 'open' });
      const second = await spawnStoreHolder(path, { isContained: true }).next();
      expect(second).toMatchObject({
        code: 'OWNED',
        message: expect.stringContaining('by process 1, started'),
      });
      await expect(openFileStore(path)).rejects.toMatchObject({ code: 'OWNED' });
      first.tell('from a container');
      expect(await first.next()).toMatchObject({ event: 'created' });
      await first.kill();
      // Again process 1, and again the lock of a process 1 is there, which is dead now.
      const third = spawnStoreHolder(path, { isContained: true });
      expect(await third.next()).toMatchObject({ event: 'open' });
    },
  );

  it.runIf(CAN_MOUNT)('holds where the folder of the store is mounted twice', async () => {
    const [folder, again] = [makeStoreFolder(), makeStoreFolder()];
    const store = await openFileStore(join(folder, 'store.json'));
    onTestFinished(() => store.close());
    const unmount = mount(['--bind'], folder, again);
    await expect(openFileStore(join(again, 'store.json'))).rejects.toMatchObject({ code: 'OWNED' });
    unmount();
  });

  it('has one winner among many processes that come at once, after a killed owner', async () => {
    const path = makeStorePath();
    const dead = spawnStoreHolder(path);
    await dead.next();
    await dead.kill();
    const racers = Array.from({ length: 6 }, () => spawnStoreHolder(path));
    const events = await Promise.all(racers.map((racer) => racer.next()));
    expect(events.filter(({ event }) => event === 'open')).toHaveLength(1);
    expect(events.filter(({ code }) => code === 'OWNED')).toHaveLength(5);
  });

  it('has one winner in each of many races for a store with a dead claim', async () => {
    const path = makeStorePath();
    for (let race = 0; race < 20; race++) {
      await leaveDeadClaim(path, `1-${race}-aa`);
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => openFileStore(path)));
      const winners = results.filter((result) => result.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      for (const { value } of winners) await value.close();
      expect(listClaims(path)).toEqual([]);
    }
  });

  it('never has two owners while processes come and go', async () => {
    const path = makeStorePath();
    let owners = 0;
    let turns = 0;
    async function comeAndGo(): Promise<void> {
      for (let tries = 0; tries < 25; tries++) {
        const store = await openFileStore(path).catch(() => null);
        if (store === null) continue;
        expect(++owners).toBe(1);
        turns++;
        await store.users.ensure({ id: `turn ${turns}`, createdAt: turns }, NO_AUDIT);
        owners--;
        await store.close();
      }
    }
    await Promise.all(Array.from({ length: 6 }, comeAndGo));
    const store = await openFileStore(path);
    // Nobody wrote over what another had written.
    expect(await store.users.list({ limit: 1_000 })).toHaveLength(turns);
    await store.close();
  });

  it('works where the path is too long for a socket', async () => {
    const path = join(makeStoreFolder(), 'a'.repeat(100), 'b'.repeat(100), 'store.json');
    const store = await openFileStore(path);
    onTestFinished(() => store.close());
    store.serveCalls(async (name) => name);
    await expect(openFileStore(path)).rejects.toMatchObject({ code: 'OWNED' });
    expect(await spawnStoreHolder(path).next()).toMatchObject({ code: 'OWNED' });
    const owner = await connectStoreOwner(`file:${path}`, { cwd: '/' });
    expect(await owner?.call('ping', [])).toBe('ping');
    owner?.close();
  });

  it('writes no more when somebody takes its lock away', async () => {
    const path = makeStorePath();
    const store = await openFileStore(path);
    rmSync(`${path}.owner`, { recursive: true });
    const thief = await openFileStore(path);
    await expect(store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(await store.isReady()).toBe(false);
    await store.close();
    await thief.keys.insert(storedKey(2), NO_LIMIT, NO_AUDIT);
    await thief.close();
  });
});

describe('A line to the owner', () => {
  async function openWithLine(answer?: Parameters<Store['serveCalls']>[0]) {
    const path = makeStorePath();
    const store = await openFileStore(path);
    onTestFinished(() => store.close());
    if (answer) store.serveCalls(answer);
    const owner = await connectStoreOwner(`file:${path}`, { cwd: '/' });
    if (owner === null) throw new Error('The store has an owner.');
    onTestFinished(() => owner.close());
    return { store, owner };
  }

  it('is null when nobody has the store open, or there is none', async () => {
    const path = makeStorePath();
    expect(await connectStoreOwner(`file:${path}`, { cwd: '/' })).toBeNull();
    await (await openFileStore(path)).close();
    expect(await connectStoreOwner(`file:${path}`, { cwd: '/' })).toBeNull();
    await leaveDeadClaim(path, '1-1-aa');
    expect(await connectStoreOwner(`file:${path}`, { cwd: '/' })).toBeNull();
  });

  it('names the owner and carries values, dates among them', async () => {
    const { owner } = await openWithLine(async (name, input) => ({ name, input }));
    expect(owner.pid).toBe(process.pid);
    const input = [{ at: new Date(5), text: 'ä\n"' }, null, [1, new Date(6)]];
    expect(await owner.call('echo', input)).toEqual({ name: 'echo', input });
  });

  it('carries nothing as nothing, and answers calls that run side by side each with its own', async () => {
    const { owner } = await openWithLine(async (_name, [value]) => {
      await new Promise((resolve) => setTimeout(resolve, 5 * (3 - Number(value))));
      return value === 0 ? undefined : value;
    });
    expect(await Promise.all([0, 1, 2].map((value) => owner.call('x', [value])))).toEqual([undefined, 1, 2]);
  });

  it("rejects with the owner's ProcedureError, fields included", async () => {
    const errors = [{ path: ['name'], message: 'Too long.' }];
    const { owner } = await openWithLine(async () => {
      throw new ProcedureError('BAD_REQUEST', 'No.', { errors });
    });
    const error = await owner.call('x', []).catch((thrown) => thrown);
    expect(error).toMatchObject({ name: 'ProcedureError', code: 'BAD_REQUEST', message: 'No.', errors });
  });

  it('answers what arrived before the owner closed, and tells the rest to go elsewhere', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let began = () => {};
    const beginning = new Promise<void>((resolve) => {
      began = resolve;
    });
    const { store, owner } = await openWithLine(async () => {
      began();
      await gate;
      return 'done';
    });
    const early = owner.call('early', []);
    await beginning;
    const closing = store.close();
    const late = owner.call('late', []);
    release();
    expect(await early).toBe('done');
    await expect(late).rejects.toMatchObject({ code: 'OWNER_LEFT' });
    await closing;
    await expect(owner.call('later', [])).rejects.toMatchObject({ code: 'OWNER_LEFT' });
  });

  it('lets calls wait for an owner that serves none yet', async () => {
    const { store, owner } = await openWithLine();
    const call = owner.call('early', []);
    store.serveCalls(async (name) => name);
    expect(await call).toBe('early');
  });

  it('says that the outcome is unknown when the owner is killed in the middle', async () => {
    const path = makeStorePath();
    const holder = spawnStoreHolder(path);
    await holder.next();
    const owner = await connectStoreOwner(`file:${path}`, { cwd: '/' });
    await owner?.call('users.list', [{ limit: 1 }]);
    holder.process.kill('SIGSTOP');
    const call = owner?.call('users.list', [{ limit: 1 }]);
    await Promise.all([
      expect(call).rejects.toMatchObject({
        code: 'UNKNOWN',
        message: expect.stringContaining('is unknown'),
      }),
      holder.kill(),
    ]);
  });
});
