import type { CounterMap, QueueName } from './counter-map.js';
import { listWiderNames, nameShared, readKind } from './counter-name.js';
import type { Counter } from './counter-queue.js';

const ADDRESSES = ['address', 'subnet64', 'subnet56', 'network'] as const;
const ALL_ADDRESSES = [...ADDRESSES, 'spentAddress', 'spentSubnet'] as const;
const USERS = ['user'] as const;

/** The queues for counters without calls left, except those of addresses. */
const SPENT: { readonly [Name in QueueName]?: QueueName } = {
  user: 'spentUser',
  subnet64: 'spentSubnet',
  subnet56: 'spentSubnet',
};

/** The maximum share of the capacity for addresses. */
const ADDRESS_SHARE = 0.8;
/** The share that is left to addresses if users take the rest. */
const ADDRESS_RESERVE = 0.2;
/** From this share on, IPv6 networks are merged in advance, so that no call pays for all of them. */
const MERGE_SHARE = 0.7;
const MERGES_PER_CALL = 32;
/** The maximum share of all counters up to which networks of addresses without room are added. */
const NETWORK_SHARE = 0.9;

/**
 * Bounds the number of counters in several maps, and decides which counter counts a caller when there are too many.
 *
 * A counter without calls left is never dropped before its window ends; otherwise callers could reset it by calling
 * from many addresses. Addresses are evicted before users:
 *
 * 1. IPv6 networks of 64 bits are merged into networks of 56 bits, and those into networks of 48, oldest first.
 * 2. The address with the oldest window is dropped; if addresses hold less than a fifth of the capacity, a user is, but
 *    only of a policy that has at least as many counters.
 * 3. IPv6 networks without calls left are merged in the same way, after which their neighbours have none left either.
 * 4. If no counter has calls left, an address is counted with its network (/24, or /48 for IPv6) while a tenth of the
 *    capacity is free. After that, addresses without room share one counter per procedure, and users another. A refusal
 *    is not counted then: with a shared counter, anybody could lock everybody out.
 *
 * Every counter is merged and set aside at most twice and dropped once, so each costs a constant time.
 */
export class CounterAllocator {
  readonly #countersMax: number;
  readonly #maps = new Set<CounterMap>();

  constructor(countersMax: number) {
    this.#countersMax = countersMax;
  }

  addMap(map: CounterMap): void {
    this.#maps.add(map);
  }

  /**
   * Returns the counter for the caller of `name`: the narrowest in its window, else the narrowest that there is room
   * for. Null for a refusal that is not counted.
   */
  allocate(map: CounterMap, name: string): string | null {
    return this.find(map, name) ?? this.#makeRoom(map, name);
  }

  /** Returns the counter in its window for the caller of `name`. */
  find(map: CounterMap, name: string): string | undefined {
    if (map.has(name)) return name;
    if (map.wideSize === 0) return undefined;
    const shared = nameShared(name);
    return [...listWiderNames(name), ...(shared === null ? [] : [shared])].find((wider) => map.has(wider));
  }

  #makeRoom(own: CounterMap, name: string): string | null {
    for (const map of this.#maps) map.sweep();
    const isAddress = readKind(name) !== 'user';
    if (isAddress) this.#merge();
    const addresses = this.#count(ALL_ADDRESSES);
    const isBelowShare = !isAddress || addresses < this.#countersMax * ADDRESS_SHARE;
    if (isBelowShare && this.#total() < this.#countersMax) return name;
    const isReserved = addresses < this.#countersMax * ADDRESS_RESERVE;
    const hasRoomNow = isReserved
      ? this.#drop(USERS, own.size) || this.#drop(ADDRESSES) || this.#mergeSpent()
      : this.#drop(ADDRESSES) || this.#mergeSpent() || (!isAddress && this.#drop(USERS, own.size));
    if (hasRoomNow) return name;
    const network = listWiderNames(name).at(-1);
    const hasRoom = this.#total() < this.#countersMax * NETWORK_SHARE;
    return network !== undefined && hasRoom ? network : nameShared(name);
  }

  #merge(): void {
    for (let step = 0; step < MERGES_PER_CALL; step++) {
      if (this.#count(ALL_ADDRESSES) < this.#countersMax * MERGE_SHARE) return;
      const oldest = this.#findOldest(['subnet64']) ?? this.#findOldest(['subnet56']);
      if (!oldest) return;
      widen(oldest);
    }
  }

  /** Returns whether that made room for a counter. */
  #mergeSpent(): boolean {
    const before = this.#total();
    for (let step = 0; step < MERGES_PER_CALL && this.#total() === before; step++) {
      const first = this.#findFirst(['spentSubnet']);
      if (!first) return false;
      widen(first);
    }
    return this.#total() < before;
  }

  #drop(names: readonly QueueName[], sizeMin?: number): boolean {
    const oldest = this.#findOldest(names, sizeMin);
    oldest?.map.drop(oldest.counter);
    return oldest !== undefined;
  }

  /** As `#findFirst`, but only counters with calls left: sets the others aside. */
  #findOldest(names: readonly QueueName[], sizeMin?: number): Found | undefined {
    for (;;) {
      const first = this.#findFirst(names, sizeMin);
      if (!first || first.counter.remaining > 1) return first;
      first.map.queues[SPENT[first.queue] ?? 'spentAddress'].add(first.counter);
    }
  }

  /** Returns the first counter of the fullest of these queues, in maps of at least `sizeMin` counters. */
  #findFirst(names: readonly QueueName[], sizeMin = 0): Found | undefined {
    let found: Found | undefined;
    let size = 0;
    for (const map of this.#maps) {
      if (map.size < sizeMin) continue;
      for (const queue of names) {
        const { first, size: own } = map.queues[queue];
        if (first === null || own <= size) continue;
        found = { map, queue, counter: first };
        size = own;
      }
    }
    return found;
  }

  #count(names: readonly QueueName[]): number {
    let count = 0;
    for (const map of this.#maps) for (const name of names) count += map.queues[name].size;
    return count;
  }

  #total(): number {
    let total = 0;
    for (const map of this.#maps) total += map.size;
    return total;
  }
}

interface Found {
  readonly map: CounterMap;
  readonly queue: QueueName;
  readonly counter: Counter;
}

/** Merges the counter of a network into that of the next wider one. */
function widen({ map, counter }: Found): void {
  const [wider] = listWiderNames(counter.name);
  if (wider !== undefined) map.merge(counter, wider);
}
