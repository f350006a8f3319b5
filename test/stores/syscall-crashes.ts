import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parseState } from '../../src/stores/file/state-text.js';
import { openFileStore } from '../../src/stores/file-store.js';
import { EMPTY_STATE } from '../../src/stores/state/store-state.js';
import { Ledger } from './ledger.js';
import { readActors } from './read-actors.js';
import { spawnStoreChanger } from './store-changer.js';
import { makeStoreFolder } from './store-folder.js';
import { attachStrace } from './strace.js';

/** The system calls by which a process changes what others see, or looks at it. */
const SYSCALLS =
  '%file,close,fsync,fdatasync,getdents64,fchmod,fchown,ftruncate,socket,bind,listen,connect,accept4';
/** Node uses these within itself, and does not bear that they fail. */
const WORDS = 'write,pwrite64,writev,fstat';

export interface SyscallTrials {
  /** How many changes a process makes between its opening and its closing of the store. */
  readonly changes: number;
  /** A new store for each process, or one for all of them. */
  readonly isNewStore: boolean;
  /** 1 for every system call, 10 for each tenth. */
  readonly stride: number;
}

interface PathValue {
  readonly path: string;
  readonly ledger: Ledger;
}

/**
 * Lets one process run to its end and counts its system calls; then kills one at its first `rename`, the next at its
 * second, and so on through all of them. Holds the store against what was acknowledged each time, and opens it. Gives
 * back at how many system calls a process was killed.
 */
export async function runSyscallCrashes(trials: SyscallTrials): Promise<number> {
  let killed = 0;
  const tried = await trySyscalls(trials, `${SYSCALLS},${WORDS}`, async (call, place) => {
    const { signalCode, exitCode } = await run(call, 'signal=SIGKILL', place, trials.changes);
    if (signalCode === 'SIGKILL') killed++;
    else expect(exitCode).toBe(0);
  });
  // Now and then a thread makes one call fewer than the one that was counted.
  expect(killed).toBeGreaterThan(0.9 * tried);
  return killed;
}

const ERRORS = ['EIO', 'ENOSPC', 'EROFS', 'EMFILE'];

/**
 * The same, but the system call fails and the process goes on. What was rejected may not show, neither at once nor
 * later. Gives back how many changes were rejected and how many processes did not get as far as opening the store.
 */
export async function runSyscallFaults(
  trials: SyscallTrials,
): Promise<{ rejected: number; refused: number }> {
  let [rejected, refused, next] = [0, 0, 0];
  await trySyscalls(trials, SYSCALLS, async (call, place) => {
    const before = place.ledger.rejected;
    const { signalCode, exitCode } = await run(
      call,
      `error=${ERRORS[next++ % ERRORS.length]}`,
      place,
      trials.changes,
    );
    expect({ call, signalCode }).toEqual({ call, signalCode: null });
    // 2 is what it says when it was refused the store.
    expect([0, 2], call).toContain(exitCode);
    if (exitCode === 2) refused++;
    rejected += place.ledger.rejected - before;
  });
  return { rejected, refused };
}

/** Gives back how many calls were tried. */
async function trySyscalls(
  { changes, isNewStore, stride }: SyscallTrials,
  syscalls: string,
  trial: (call: string, place: PathValue) => Promise<void>,
): Promise<number> {
  let place = makePlace();
  const calls = (await listSyscalls(place, syscalls, changes)).filter((_, index) => index % stride === 0);
  for (const call of calls) {
    if (isNewStore) place = makePlace();
    await trial(call, place);
    await assertWhole(place, call);
  }
  return calls.length;
}

function makePlace(): PathValue {
  return { path: join(makeStoreFolder(), 'store.json'), ledger: new Ledger() };
}

async function assertWhole({ path, ledger }: PathValue, call: string): Promise<void> {
  const state = existsSync(path) ? parseState(readFileSync(path)) : EMPTY_STATE;
  expect(ledger.audit(state), `after ${call}`).toEqual([]);
  await (await openFileStore(path)).close();
  const names = readdirSync(join(path, '..')).filter((name) => name !== 'store.json.audit.jsonl');
  expect(names.sort(), `after ${call}`).toEqual(['store.json', 'store.json.owner']);
  expect(readdirSync(`${path}.owner`), `after ${call}`).toEqual(['initialized']);
  expect(ledger.audit(parseState(readFileSync(path))), `opened after ${call}`).toEqual([]);
  expect(ledger.auditLog(readActors(path)), `opened after ${call}`).toEqual([]);
}

/** Every call of a process, as strace counts them: `rename:3` is the third of a thread. */
async function listSyscalls(
  { path, ledger }: PathValue,
  syscalls: string,
  changes: number,
): Promise<readonly string[]> {
  const log = `${path}.strace`;
  const changer = spawnStoreChanger({ path, ledger, workers: 1, changes, run: 'whole' });
  await changer.said('ready');
  const detach = await attachStrace(changer.process.pid as number, ['-o', log, '-e', `trace=${syscalls}`]);
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

/** Lets a process change the store, with what strace injects at one of its system calls. */
async function run(
  call: string,
  injection: string,
  { path, ledger }: PathValue,
  changes: number,
): Promise<{ readonly signalCode: string | null; readonly exitCode: number | null }> {
  const [name, count] = call.split(':');
  const changer = spawnStoreChanger({ path, ledger, workers: 1, changes, run: call });
  await changer.said('ready');
  const options = [
    '-o',
    '/dev/null',
    '-e',
    `trace=${name}`,
    '-e',
    `inject=${name}:${injection}:when=${count}`,
  ];
  await attachStrace(changer.process.pid as number, options);
  changer.begin();
  await changer.gone;
  return changer.process;
}
