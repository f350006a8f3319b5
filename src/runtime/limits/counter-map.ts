import { type CounterKind, readKind } from './counter-name.js';
import { type Counter, CounterQueue } from './counter-queue.js';

/** As much of an entry of koa-ratelimit's memory driver as the driver reads. */
export interface DriverEntry {
  /** The calls left, this one included. */
  remaining: number;
  /** When the window ends by the driver's clock, in seconds. */
  readonly reset: number;
}

export interface CounterState {
  /** The calls left. */
  readonly remaining: number;
  /** Milliseconds until the window ends, more than 0. */
  readonly restMs: number;
}

/** Where counters stand: by their kind, and apart those without a call left of which no room is made. */
export type QueueName = CounterKind | 'spentAddress' | 'spentSubnet' | 'spentUser';

/**
 * The map under koa-ratelimit's memory driver, which by itself never lets go of an entry. It keeps no more of an entry
 * than it needs, and forgets windows that are over. Of the methods of a map it has those that the driver calls.
 */
export class CounterMap extends Map<string, DriverEntry> {
  readonly #counters = new Map<string, Counter>();
  /** Each holds its counters in the order in which their windows began. */
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

  /** How many of them may count several callers. */
  get wideSize(): number {
    return this.#wideSize;
  }

  override has(name: string): boolean {
    return this.readRestMs(name) > 0;
  }

  /**
   * The driver takes one call off the entry it gets, and looks at it again later, when other calls have been counted.
   * So each call gets an entry of its own, and is taken off the counter here; with one entry for all, 1,000 calls at
   * a time would all be too many.
   */
  override get(name: string): DriverEntry | undefined {
    const counter = this.#counters.get(name);
    if (counter === undefined || counter.endsAtMs <= performance.now()) return undefined;
    const entry = { remaining: counter.remaining, reset: Number.POSITIVE_INFINITY };
    counter.remaining = Math.max(0, counter.remaining - 1);
    return entry;
  }

  override set(name: string, { remaining }: DriverEntry): this {
    // Not the driver's `reset`, which is epoch time of a clock that stands since the driver was loaded.
    return this.put(name, remaining, this.#windowMs);
  }

  /** Makes the counter say that `remaining` calls are left, the next one included, for `restMs` milliseconds. */
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
   * Takes a call off a counter whose window is running, and tells how it stands then. Undefined, and nothing is taken
   * off, where this call or the next one is the last: what happens then the driver says.
   */
  takeOff(name: string): CounterState | undefined {
    const counter = this.#counters.get(name);
    if (counter === undefined || counter.remaining < 3) return undefined;
    const restMs = counter.endsAtMs - performance.now();
    if (restMs <= 0) return undefined;
    counter.remaining -= 1;
    return { remaining: counter.remaining - 1, restMs };
  }

  /** How a counter whose window is running stands. */
  peek(name: string): CounterState | undefined {
    const restMs = this.readRestMs(name);
    if (restMs === 0) return undefined;
    return { remaining: Math.max(0, (this.#counters.get(name)?.remaining ?? 0) - 1), restMs };
  }

  /** Milliseconds until the counter's window ends, or 0. */
  readRestMs(name: string): number {
    return Math.max(0, (this.#counters.get(name)?.endsAtMs ?? 0) - performance.now());
  }

  /**
   * Lets the counter `wider` stand for `counter`, too. It has as few calls left as the one of the two that has fewer,
   * and its window ends when that of both has: nobody gets back a call that was counted, and one who made none is
   * limited no longer than until that window's end.
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
    // Counters are merged in the order in which their windows end, so that the queue stays in that order.
    known.queue?.add(known);
  }

  drop(counter: Counter): void {
    this.#counters.delete(counter.name);
    counter.queue?.remove(counter);
    if (counter.isWide) this.#wideSize -= 1;
  }

  /** Forgets the windows that are over, in the order in which they began. */
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
