import type { StoredKey } from '../key-store.js';

/** The result of one poll for changed keys. */
export interface PollResult {
  /** The hashes of the keys that changed since the position of the previous poll; null if there are too many. */
  readonly changed: readonly string[] | null;
  /** The position for the next poll. */
  readonly position: string;
  /** Differs after a crash, a failover or a re-creation of the tables: positions are not comparable then. */
  readonly origin: string;
  /** The store's time in epoch milliseconds. */
  readonly time: number;
}

/** A poll that was sent. */
export interface PendingPoll {
  /** The position of the previous poll; null for the first one, which returns no changes. */
  readonly position: string | null;
  readonly sentAt: number;
}

/** A query for the key that has one of these hashes. */
export interface Fill {
  readonly hashes: readonly string[];
  readonly sentAt: number;
  /** Whether the result may be older than a change that is already known. */
  isOutdated: boolean;
  /** Set by the caller of `beginFill`. */
  answer?: Promise<StoredKey | null>;
}

/** How long the store keeps changes. */
export const CHANGES_KEPT_MS = 600_000;
/** After a change at T, the old key is found until T + LEASE_MS at most, by the clock of this process. */
const LEASE_MS = 1_000;

/**
 * A cache of keys by hash. A cached key is valid only while the last successful poll for changes was sent less than a
 * second ago. So a key deleted at T is found later only if a poll sent within the second before did not return the
 * deletion, which means that it was sent before T. Nothing depends on this process's wall clock or on message delivery.
 */
export class KeyCache {
  readonly #now: () => number;
  readonly #keys: Generations<StoredKey>;
  /**
   * Pending queries. Not a map: a map allocates a new table after every few insertions and deletions, and once one old
   * table is in V8's old generation, all later ones are promoted too, with the calls that wait for these queries.
   */
  readonly #fills: Fill[] = [];
  #last: PollResult | undefined;
  #freshAsOf = Number.NEGATIVE_INFINITY;

  /** `now` is a monotonic clock in milliseconds, which need not advance while the machine is suspended. */
  constructor(now: () => number, size: number) {
    this.#now = now;
    this.#keys = new Generations(size);
  }

  /** Finds the key with this hash; undefined if the store must be queried. */
  find(hash: string): StoredKey | undefined {
    return this.isFresh ? this.#keys.get(hash) : undefined;
  }

  /** Finds the pending query for this key, if its result is recent enough for a new caller. */
  findFill(firstHash: string): Fill | undefined {
    const fill = this.#fills.findLast(({ hashes }) => hashes[0] === firstHash);
    return fill && !fill.isOutdated && this.#now() - fill.sentAt < LEASE_MS ? fill : undefined;
  }

  /** Called before a query is sent. */
  beginFill(hashes: readonly string[]): Fill {
    const fill: Fill = { hashes, sentAt: this.#now(), isOutdated: false };
    for (const before of this.#fills) before.isOutdated ||= before.hashes[0] === hashes[0];
    this.#fills.push(fill);
    return fill;
  }

  /** Caches the key that the query returned, unless the result is outdated. */
  endFill(fill: Fill, key: StoredKey | null): void {
    const index = this.#fills.indexOf(fill);
    if (index >= 0) this.#fills.splice(index, 1);
    if (key && !fill.isOutdated) this.#keys.set(key.hash, key);
  }

  beginPoll(): PendingPoll {
    return { position: this.#last?.position ?? null, sentAt: this.#now() };
  }

  /**
   * Processes the result of the latest poll, which must not have arrived after its deadline. Returns the hashes of the
   * changed keys; null if any key may have changed.
   */
  endPoll({ sentAt }: PendingPoll, result: PollResult): readonly string[] | null {
    const changed = this.#last && follows(result, this.#last) ? result.changed : null;
    if (changed === null) this.#forgetAll();
    else for (const hash of changed) this.forget(hash);
    this.#last = result;
    this.#freshAsOf = sentAt;
    return changed;
  }

  /** Whether cached keys are valid. */
  get isFresh(): boolean {
    return this.ageMs < LEASE_MS;
  }

  /** The time since the last successful poll was sent. */
  get ageMs(): number {
    return this.#now() - this.#freshAsOf;
  }

  /** Called before this process reports that it changed the key. */
  forget(hash: string): void {
    this.#keys.delete(hash);
    for (const fill of this.#fills) fill.isOutdated ||= fill.hashes.includes(hash);
  }

  #forgetAll(): void {
    this.#keys.clear();
    for (const fill of this.#fills) fill.isOutdated = true;
  }
}

/** Whether the store has all changes between the polls: half of `CHANGES_KEPT_MS` has not passed by its clock. */
function follows(result: PollResult, last: PollResult): boolean {
  return result.origin === last.origin && Math.abs(result.time - last.time) < CHANGES_KEPT_MS / 2;
}

/** At most `size` recently used values, in two generations. A full young generation replaces the old one. */
export class Generations<Value> {
  readonly #half: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(size: number) {
    this.#half = Math.ceil(size / 2);
  }

  get(name: string): Value | undefined {
    const value = this.#young.get(name);
    if (value !== undefined) return value;
    const old = this.#old.get(name);
    if (old !== undefined) this.set(name, old);
    return old;
  }

  set(name: string, value: Value): void {
    this.#young.set(name, value);
    if (this.#young.size < this.#half) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  delete(name: string): void {
    this.#young.delete(name);
    this.#old.delete(name);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}
