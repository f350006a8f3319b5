import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parseState } from '../../src/stores/file/state-text.js';
import { Ledger } from './ledger.js';
import { type Refusal, spawnStoreChanger } from './store-changer.js';
import { makeStoreFolder } from './store-folder.js';

/**
 * Lets two processes open one store at the same moment, again and again: one wins, the other is refused within a second
 * and exits. The winner changes the store until it is killed, and the next two find what it left. Gives back how many
 * changes were acknowledged.
 */
export async function runOwnerRaces(races: number): Promise<number> {
  const path = join(makeStoreFolder(), 'store.json');
  const ledger = new Ledger();
  for (let race = 0; race < races; race++) {
    const racers = ['a', 'b'].map((side) =>
      spawnStoreChanger({ path, ledger, workers: 2, changes: 1e9, run: `${race}${side}` }),
    );
    await Promise.all(racers.map((racer) => racer.said('ready')));
    for (const racer of racers) racer.begin();
    const outcomes = await Promise.all(racers.map((racer) => racer.said('open')));
    expect([...outcomes].sort(), `race ${race}`).toEqual(['open', 'refused']);
    const winner = racers[outcomes.indexOf('open')] as (typeof racers)[number];
    const loser = racers[outcomes.indexOf('refused')] as (typeof racers)[number];
    await loser.gone;
    expect(loser.process.exitCode).toBe(2);
    assertTold(loser.refusal, path, winner.process.pid as number);
    await winner.said('acknowledged', 1 + (race % 5));
    winner.process.kill('SIGKILL');
    await winner.gone;
    expect(ledger.audit(parseState(readFileSync(path)))).toEqual([]);
  }
  expect(existsSync(path)).toBe(true);
  return ledger.acknowledged;
}

function assertTold(refusal: Refusal | null, path: string, winner: number): void {
  expect(refusal).toEqual({
    event: 'refused',
    code: 'OWNED',
    message: expect.stringContaining(`The store ${path} is in use by process ${winner}, started at 20`),
    afterMs: expect.any(Number),
  });
  expect(refusal?.afterMs).toBeLessThan(1_000);
}
