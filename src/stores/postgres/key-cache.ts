import type { StoredKey } from '../key-store.js';

/** What the store tells of changed keys, as of one moment. */
export interface Look {
  /** The hashes of the keys that changed since the position of the look before; null when there are too many to tell. */
  readonly changed: readonly string[] | null;
  /** Where the next look begins. */
  readonly position: string;
  /** Another one after a crash or a failover, or when the tables were created anew: positions mean something else then. */
  readonly origin: string;
  /** The store's time in epoch milliseconds. */
  readonly time: number;
}

/** A look that was sent. */
export interface PendingLook {
  /** Where it begins; null for the first one, which tells of no change. */
  readonly position: string | null;
  readonly sentAt: number;
}

/** A question to the store for the key that has one of these hashes. */
export interface Fill {
  readonly hashes: readonly string[];
  readonly sentAt: number;
  /** Whether the answer may be older than a change that is known by now. */
  isOutdated: boolean;
  /** Set by whoever asks. */
  answer?: Promise<StoredKey | null>;
}

/** How long the store keeps changes. */
export const CHANGES_KEPT_MS = 600_000;
/** A key that was changed at T is found until T + LEASE_MS at most, by the clock of this process. */
const LEASE_MS = 1_000;

/**
 * Keys by their hashes. A key counts only while the last look at the changes was sent less than a second ago. So a key that
 * was deleted at T is found later only if a look that was sent in the second before did not see the deletion, which means
 * that it was sent before T. Nothing depends on the wall clock of this process or on the delivery of a message.
 */
export class KeyCache {
  readonly #now: () => number;
  readonly #keys: Generations<StoredKey>;
  /**
   * Those under way. Not a map, which makes itself a new table after every few that came and went: once one of the old
   * tables has grown old to V8, all that follow grow old too, with the calls that wait for these fills.
   */
  readonly #fills: Fill[] = [];
  #last: Look | undefined;
  #freshAsOf = Number.NEGATIVE_INFINITY;

  /** `now` is a monotonic clock in milliseconds, which need not advance while the machine is suspended. */
  constructor(now: () => number, size: number) {
    this.#now = now;
    this.#keys = new Generations(size);
  }

  /** The key with this hash; undefined when the store has to be asked. */
  find(hash: string): StoredKey | undefined {
    return this.isFresh ? this.#keys.get(hash) : undefined;
  }

  /** The question for this key that is under way, where its answer counts for whoever asks now. */
  findFill(firstHash: string): Fill | undefined {
    const fill = this.#fills.findLast(({ hashes }) => hashes[0] === firstHash);
    return fill && !fill.isOutdated && this.#now() - fill.sentAt < LEASE_MS ? fill : undefined;
  }

  /** Called before the store is asked. */
  beginFill(hashes: readonly string[]): Fill {
    const fill: Fill = { hashes, sentAt: this.#now(), isOutdated: false };
    for (const before of this.#fills) before.isOutdated ||= before.hashes[0] === hashes[0];
    this.#fills.push(fill);
    return fill;
  }

  /** Keeps the key that the store has answered, unless the answer is outdated. */
  endFill(fill: Fill, key: StoredKey | null): void {
    const index = this.#fills.indexOf(fill);
    if (index >= 0) this.#fills.splice(index, 1);
    if (key && !fill.isOutdated) this.#keys.set(key.hash, key);
  }

  beginLook(): PendingLook {
    return { position: this.#last?.position ?? null, sentAt: this.#now() };
  }

  /**
   * Takes the answer of the latest look. An answer that came after the deadline of its look is not given here. Gives the
   * hashes of the keys that changed; null where any may have.
   */
  endLook({ sentAt }: PendingLook, look: Look): readonly string[] | null {
    const changed = this.#last && follows(look, this.#last) ? look.changed : null;
    if (changed === null) this.#forgetAll();
    else for (const hash of changed) this.forget(hash);
    this.#last = look;
    this.#freshAsOf = sentAt;
    return changed;
  }

  /** Whether what is kept counts. */
  get isFresh(): boolean {
    return this.ageMs < LEASE_MS;
  }

  /** How long ago the last look was sent that was answered. */
  get ageMs(): number {
    return this.#now() - this.#freshAsOf;
  }

  /** Called before this process answers that it changed the key. */
  forget(hash: string): void {
    this.#keys.delete(hash);
    for (const fill of this.#fills) fill.isOutdated ||= fill.hashes.includes(hash);
  }

  #forgetAll(): void {
    this.#keys.clear();
    for (const fill of this.#fills) fill.isOutdated = true;
  }
}

/** Whether the store had all changes between the two looks: half of the time that it keeps them has not passed by its clock. */
function follows(look: Look, last: Look): boolean {
  return look.origin === last.origin && Math.abs(look.time - last.time) < CHANGES_KEPT_MS / 2;
}

/** At most `size` values: those that were used lately, in two halves of which the older one goes as a whole. */
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
