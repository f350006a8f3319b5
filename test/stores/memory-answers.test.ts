import { describe, expect, it } from 'vitest';
import { createMemoryAnswers } from '../../src/stores/state/memory-answers.js';

const DAY_MS = 86_400_000;

function createShelf() {
  const clock = { now: 0 };
  const answers = createMemoryAnswers(() => clock.now);
  const claim = (name: string, caller = 'alice') => answers.claim({ caller, name, fingerprint: '' });
  /** Keeps an answer as the first one does. */
  const keep = async (name: string, caller?: string, text = '') => {
    const claimed = await claim(name, caller);
    if (claimed.kind === 'first') claimed.settle({ kind: 'answer', text });
  };
  const isKept = async (name: string, caller?: string) => (await claim(name, caller)).kind === 'again';
  return { clock, claim, keep, isKept };
}

describe('H-18 The answers that are kept in memory', () => {
  it('are 10,000 at most, the latest of one caller', async () => {
    const { keep, isKept } = createShelf();
    for (let index = 0; index <= 10_000; index++) await keep(`n${index}`);
    expect([await isKept('n10000'), await isKept('n1'), await isKept('n0')]).toEqual([true, true, false]);
  });

  it('take 32 MiB at most', async () => {
    const { keep, isKept } = createShelf();
    for (let index = 0; index < 20; index++) await keep(`n${index}`, 'alice', 'x'.repeat(1_000_000));
    expect([await isKept('n19'), await isKept('n0')]).toEqual([true, false]);
  });

  it('of one caller take no room of others: who has most loses the oldest', async () => {
    const { keep, isKept } = createShelf();
    await keep('mine', 'bob');
    for (let index = 0; index < 10_050; index++) await keep(`n${index}`, 'mallory');
    for (let index = 0; index < 50; index++) await keep(`m${index}`, `caller ${index}`);
    expect(await isKept('mine', 'bob')).toBe(true);
    for (let index = 0; index < 50; index++) expect(await isKept(`m${index}`, `caller ${index}`)).toBe(true);
    expect([await isKept('n10049', 'mallory'), await isKept('n50', 'mallory')]).toEqual([true, false]);
  });

  it('are forgotten after a day, but not while they are being made', async () => {
    const { clock, claim, keep, isKept } = createShelf();
    const running = await claim('running');
    await keep('kept');
    clock.now += DAY_MS;
    expect([await isKept('running'), await isKept('kept')]).toEqual([true, false]);
    if (running.kind === 'first') running.settle({ kind: 'answer', text: '' });
    expect(await isKept('running')).toBe(false);
  });

  it('that are being made are never forgotten for want of room', async () => {
    const { claim, keep, isKept } = createShelf();
    await claim('running');
    for (let index = 0; index < 10_001; index++) await keep(`n${index}`);
    expect([await isKept('running'), await isKept('n0')]).toEqual([true, false]);
  });
});
