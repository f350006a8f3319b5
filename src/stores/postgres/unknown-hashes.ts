/** A power of two. At 800 guesses a second a hash is kept for all of `UNKNOWN_HASH_MS` (10 s), at more for some seconds. */
const SLOTS = 8_192;
const HASH_DIGITS = 64;

/**
 * A cache of hashes that no key has. A new hash overwrites the one in its slot. They are stored in two typed arrays: as
 * strings that live for seconds, thousands of them would be copied by every scavenge.
 */
export class UnknownHashes {
  readonly #digits = Buffer.alloc(SLOTS * HASH_DIGITS);
  readonly #notedAt = new Float64Array(SLOTS).fill(Number.NEGATIVE_INFINITY);

  note(hash: string, at: number): void {
    const slot = findSlot(hash);
    this.#digits.write(hash, slot * HASH_DIGITS, HASH_DIGITS, 'latin1');
    this.#notedAt[slot] = at;
  }

  /** Whether the hash was noted after `since`. */
  has(hash: string, since: number): boolean {
    const slot = findSlot(hash);
    if ((this.#notedAt[slot] as number) <= since) return false;
    return this.#digits.toString('latin1', slot * HASH_DIGITS, (slot + 1) * HASH_DIGITS) === hash;
  }
}

function findSlot(hash: string): number {
  return Number.parseInt(hash.slice(0, 8), 16) % SLOTS;
}
