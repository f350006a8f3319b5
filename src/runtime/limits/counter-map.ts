import { type CounterKind, readKind } from './counter-name.js';
import { type Counter, CounterQueue } from './counter-queue.js';

/** The part of an entry that koa-ratelimit's memory driver reads. */
export interface DriverEntry {
  /** The calls left, including this one. */
  remaining: number;
  /** The end of the window by the driver's clock, in seconds. */
  readonly reset: number;
}

export interface CounterState {
  /** The calls left. */
  readonly remaining: number;
  /** Milliseconds until the end of the window, more than 0. */
  readonly restMs: number;
}

/** The queue of a counter: by its kind, or separate if it has no calls left and must not be dropped. */
export type QueueName = CounterKind | 'spentAddress' | 'spentSubnet' | 'spentUser';

/**
 * The map under koa-ratelimit's memory driver, which never removes an entry. Keeps only the necessary part of an entry,
 * and removes expired windows. Implements the map methods that the driver calls.
 */
export class CounterMap extends Map<string, DriverEntry> {
  readonly #counters = new Map<string, Counter>();
  /** Each queue has its counters in the order in which their windows began. */
  readonly queues: Readonly<Record<QueueName, CounterQueue>> = {
    user: new CounterQueue(),
    address: new CounterQueue(),
    subnet64: new CounterQueue(),
    subnet56: new CounterQueue(),
    network: new CounterQueue(),
    shared: new CounterQueue(),
    spentAddress: new CounterQueue(),
    spentSubnet: new CounterQueue(),
    spentUser: new CounterQueue(),
  };
  readonly #queues = Object.values(this.queues);
  readonly #windowMs: number;
  #wideSize = 0;

  constructor(windowMs: number) {
    super();
    this.#windowMs = windowMs;
  }

  override get size(): number {
    return this.#counters.size;
  }

  /** The number of counters that may count several callers. */
  get wideSize(): number {
    return this.#wideSize;
  }

  override has(name: string): boolean {
    return this.readRestMs(name) > 0;
  }

  /**
   * The driver decrements the entry it gets, and reads it again later, when other calls have been counted. So each call
   * gets its own entry, and the counter is decremented here. With one shared entry, 1,000 concurrent calls would all be
   * over the limit.
   */
  override get(name: string): DriverEntry | undefined {
    const counter = this.#counters.get(name);
    if (counter === undefined || counter.endsAtMs <= performance.now()) return undefined;
    const entry = { remaining: counter.remaining, reset: Number.POSITIVE_INFINITY };
    counter.remaining = Math.max(0, counter.remaining - 1);
    return entry;
  }

  override set(name: string, { remaining }: DriverEntry): this {
    // Ignores the driver's `reset`, whose clock stopped when the driver was loaded.
    return this.put(name, remaining, this.#windowMs);
  }

  /** Sets the counter to `remaining` calls, the next one included, for `restMs` milliseconds. */
  put(name: string, remaining: number, restMs: number): this {
    const endsAtMs = performance.now() + restMs;
    const known = this.#counters.get(name);
    const isSameWindow = known !== undefined && endsAtMs - known.endsAtMs < this.#windowMs / 2;
    if (isSameWindow) {
      known.remaining = known.isWide ? Math.min(known.remaining, remaining) : remaining;
      return this;
    }
    if (known) this.drop(known);
    this.#add(name, remaining, endsAtMs);
    return this;
  }

  /**
   * Takes a call off a counter in its window and returns the new state. Returns undefined without taking one off if
   * this call or the next one is the last: the driver decides those.
   */
  decrement(name: string): CounterState | undefined {
    const counter = this.#counters.get(name);
    if (counter === undefined || counter.remaining < 3) return undefined;
    const restMs = counter.endsAtMs - performance.now();
    if (restMs <= 0) return undefined;
    counter.remaining -= 1;
    return { remaining: counter.remaining - 1, restMs };
  }

  /** Returns the state of a counter in its window. */
  peek(name: string): CounterState | undefined {
    const restMs = this.readRestMs(name);
    if (restMs === 0) return undefined;
    return { remaining: Math.max(0, (this.#counters.get(name)?.remaining ?? 0) - 1), restMs };
  }

  /** Returns the milliseconds until the counter's window ends, or 0. */
  readRestMs(name: string): number {
    return Math.max(0, (this.#counters.get(name)?.endsAtMs ?? 0) - performance.now());
  }

  /**
   * Merges `counter` into the counter `wider`, which gets the lower number of calls left and the later end of the two
   * windows: no counted call is given back, and a caller without calls is limited only until that window ends.
   */
  merge(counter: Counter, wider: string): void {
    this.drop(counter);
    const known = this.#counters.get(wider);
    if (known === undefined || known.endsAtMs <= performance.now()) {
      if (known) this.drop(known);
      this.#add(wider, counter.remaining, counter.endsAtMs);
      return;
    }
    known.remaining = Math.min(known.remaining, counter.remaining);
    known.endsAtMs = Math.max(known.endsAtMs, counter.endsAtMs);
    // Counters are merged in the order of their windows' ends, which keeps the queue in that order.
    known.queue?.add(known);
  }

  drop(counter: Counter): void {
    this.#counters.delete(counter.name);
    counter.queue?.remove(counter);
    if (counter.isWide) this.#wideSize -= 1;
  }

  /** Removes expired windows, in the order in which they began. */
  sweep(): void {
    const now = performance.now();
    for (const queue of this.#queues) {
      while (queue.first !== null && queue.first.endsAtMs <= now) this.drop(queue.first);
    }
  }

  #add(name: string, remaining: number, endsAtMs: number): void {
    const kind = readKind(name);
    const isWide = kind === 'subnet56' || kind === 'network' || kind === 'shared';
    const counter: Counter = { name, isWide, remaining, endsAtMs, queue: null, previous: null, next: null };
    this.#counters.set(name, counter);
    this.queues[kind].add(counter);
    if (isWide) this.#wideSize += 1;
  }
}
