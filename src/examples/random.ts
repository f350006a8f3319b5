import type { Random } from './generation-context.js';

/** Creates a generator of random numbers with a text as its seed: FNV-1a of it, then Mulberry32. */
export function createRandom(text: string): Random {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws an integer from `min` to `max`, both included. */
export function drawInteger(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

export function drawOne<Item>(random: Random, items: readonly Item[]): Item {
  return items[drawInteger(random, 0, items.length - 1)] as Item;
}
