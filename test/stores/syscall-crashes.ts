import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parseState } from '../../src/stores/file/state-text.js';
import { EMPTY_STATE } from '../../src/stores/file/store-state.js';
import { openFileStore } from '../../src/stores/file-store.js';
import { Ledger } from './ledger.js';
import { spawnStoreChanger } from './store-changer.js';
import { makeStoreFolder } from './store-folder.js';
import { attachStrace } from './strace.js';

/** The system calls by which a process changes what others see, or looks at it. */
const SYSCALLS =
  '%file,close,fsync,fdatasync,getdents64,fstat,fchmod,fchown,ftruncate,write,pwrite64,writev,socket,bind,listen,connect,accept4';

export interface SyscallCrashes {
  /** How many changes a process makes between its opening and its closing of the store. */
  readonly changes: number;
  /** A new store for each process, or one for all of them. */
  readonly isNewStore: boolean;
  /** 1 for every system call, 10 for each tenth. */
  readonly stride: number;
}

interface Place {
  readonly path: string;
  readonly ledger: Ledger;
}

/**
 * Lets one process run to its end and counts its system calls; then kills one at its first `rename`, the next at its
 * second, and so on through all of them. Holds the store against what was acknowledged each time, and opens it. Gives
 * back at how many system calls a process was killed.
 */
export async function runSyscallCrashes({ changes, isNewStore, stride }: SyscallCrashes): Promise<number> {
  let place = makePlace();
  const calls = await listSyscalls(place, changes);
  let killed = 0;
  for (let index = 0; index < calls.length; index += stride) {
    if (isNewStore) place = makePlace();
    const call = calls[index] as string;
    if (await killAt(call, place, changes)) killed++;
    await assertWhole(place, call);
  }
  // Now and then a thread makes one call fewer than the one that was counted.
  expect(killed).toBeGreaterThan(0.9 * Math.floor(calls.length / stride));
  return killed;
}

function makePlace(): Place {
  return { path: join(makeStoreFolder(), 'store.json'), ledger: new Ledger() };
}

async function assertWhole({ path, ledger }: Place, call: string): Promise<void> {
  const state = existsSync(path) ? parseState(readFileSync(path)) : EMPTY_STATE;
  expect(ledger.audit(state), `killed at ${call}`).toEqual([]);
  await (await openFileStore(path)).close();
  expect(readdirSync(join(path, '..')).sort(), `after ${call}`).toEqual(['store.json', 'store.json.owner']);
  expect(readdirSync(`${path}.owner`), `after ${call}`).toEqual(['initialized']);
  expect(ledger.audit(parseState(readFileSync(path))), `opened after ${call}`).toEqual([]);
}

/** Every call of a process, as strace counts them: `rename:3` is the third of a thread. */
async function listSyscalls({ path, ledger }: Place, changes: number): Promise<string[]> {
  const log = `${path}.strace`;
  const changer = spawnStoreChanger({ path, ledger, workers: 1, changes, run: 'whole' });
  await changer.said('ready');
  const detach = await attachStrace(changer.process.pid as number, ['-o', log, '-e', `trace=${SYSCALLS}`]);
  changer.begin();
  await changer.gone;
  await detach();
  const calls = new Set<string>();
  const counts = new Map<string, number>();
  for (const [, thread, name] of readFileSync(log, 'utf8').matchAll(/^(\d+) +(\w+)\(/gm)) {
    const count = (counts.get(`${thread} ${name}`) ?? 0) + 1;
    counts.set(`${thread} ${name}`, count);
    calls.add(`${name}:${count}`);
  }
  rmSync(log);
  return [...calls];
}

/** False when the process came to its end before there was such a call. */
async function killAt(call: string, { path, ledger }: Place, changes: number): Promise<boolean> {
  const [name, count] = call.split(':');
  const changer = spawnStoreChanger({ path, ledger, workers: 1, changes, run: call });
  await changer.said('ready');
  const inject = `inject=${name}:signal=SIGKILL:when=${count}`;
  await attachStrace(changer.process.pid as number, ['-o', '/dev/null', '-e', `trace=${name}`, '-e', inject]);
  changer.begin();
  await changer.gone;
  if (changer.process.signalCode === 'SIGKILL') return true;
  expect(changer.process.exitCode).toBe(0);
  return false;
}
