import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { parseState } from '../../src/stores/file/state-text.js';
import { openFileStore } from '../../src/stores/file-store.js';
import { Ledger } from './ledger.js';
import { readActors } from './read-actors.js';
import { spawnStoreChanger } from './store-changer.js';
import { makeStoreFolder } from './store-folder.js';

const WORKERS = 6;

/**
 * Kills a process in the middle of concurrent changes, again and again on one store, and holds the store against what
 * was acknowledged. Gives back how many changes were.
 */
export async function runCrashCycles(cycles: number): Promise<number> {
  const path = join(makeStoreFolder(), 'store.json');
  const ledger = new Ledger();
  let left: readonly string[] = [];
  for (let cycle = 0; cycle < cycles; cycle++) {
    const changer = spawnStoreChanger({ path, ledger, workers: WORKERS, changes: 1e9, run: String(cycle) });
    changer.begin();
    expect(await changer.said('open')).toBe('open');
    expect(listLeft(path).filter((name) => left.includes(name))).toEqual([]);
    // Some die at once, some within a write, some after many: the numbers have no factor in common.
    expect(await changer.said('announced', 1 + ((cycle * 7) % 41))).toBe('announced');
    changer.process.kill('SIGKILL');
    await changer.gone;
    expect(ledger.audit(parseState(readFileSync(path)))).toEqual([]);
    left = listLeft(path);
    // A killed process leaves its claim, and perhaps the one temporary file that it was writing.
    expect(left.filter((name) => !name.endsWith('.tmp')).map(readExtension)).toEqual(['owner', 'sock']);
    expect(left.filter((name) => name.endsWith('.tmp')).length).toBeLessThanOrEqual(1);
    // Whether there is one is luck; one more, and there is one for sure.
    const planted = `store.json.${cycle.toString(16).padStart(16, '0')}.tmp`;
    writeFileSync(join(dirname(path), planted), readFileSync(path).subarray(0, 100));
    left = [...left, planted];
  }
  await (await openFileStore(path)).close();
  expect(ledger.auditLog(readActors(path))).toEqual([]);
  return ledger.acknowledged;
}

/** The names of all that is not there when a store is closed. */
function listLeft(path: string): readonly string[] {
  const names = [...readdirSync(dirname(path)), ...readdirSync(`${path}.owner`)];
  return names
    .filter(
      (name) => !['store.json', 'store.json.audit.jsonl', 'store.json.owner', 'initialized'].includes(name),
    )
    .sort();
}

function readExtension(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
