/** As much of an entry of koa-ratelimit's memory driver as the driver reads. */
export interface DriverEntry {
  /** The calls left, this one included. */
  remaining: number;
  /** When the window ends by the driver's clock, in seconds. */
  readonly reset: number;
}

interface Counter {
  remaining: number;
  /** On the monotonic clock, in milliseconds. */
  readonly endsAtMs: number;
}

/**
 * The map under koa-ratelimit's memory driver, which by itself never lets go of an entry. It keeps no more of an entry
 * than it needs, and forgets windows that are over. Counters stand in the order in which their windows began. Of the methods of a map it has those that the driver calls.
 */
export class CounterMap extends Map<string, DriverEntry> {
  readonly #counters = new Map<string, Counter>();
  /** Walks along behind the oldest counter. A new iterator would step over everything that was deleted before it. */
  #order = this.#counters.keys();
  #oldest: string | undefined;
  readonly #windowMs: number;
  readonly #makeRoom: () => void;

  /** `makeRoom` is called before there is one more counter. */
  constructor(windowMs: number, makeRoom: () => void) {
    super();
    this.#windowMs = windowMs;
    this.#makeRoom = makeRoom;
  }

  override get size(): number {
    return this.#counters.size;
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
      known.remaining = remaining;
      return this;
    }
    this.#drop(name);
    this.sweep();
    this.#makeRoom();
    this.#counters.set(name, { remaining, endsAtMs });
    return this;
  }

  /**
   * Takes a call off a counter whose window is running, and gives the calls that are left and the milliseconds until it
   * ends. Undefined, and nothing is taken off, where this call or the next one is the last: what happens then the driver
   * says.
   */
  takeOff(name: string): { readonly remaining: number; readonly restMs: number } | undefined {
    const counter = this.#counters.get(name);
    if (counter === undefined || counter.remaining < 3) return undefined;
    const restMs = counter.endsAtMs - performance.now();
    if (restMs <= 0) return undefined;
    counter.remaining -= 1;
    return { remaining: counter.remaining - 1, restMs };
  }

  /** Milliseconds until the counter's window ends, or 0. */
  readRestMs(name: string): number {
    return Math.max(0, (this.#counters.get(name)?.endsAtMs ?? 0) - performance.now());
  }

  /** Forgets the windows that are over, in the order in which they began. */
  sweep(): void {
    const now = performance.now();
    for (;;) {
      const oldest = this.#findOldest();
      if (oldest === undefined || (this.#counters.get(oldest)?.endsAtMs ?? 0) > now) return;
      this.dropOldest();
    }
  }

  /** Forgets the window that began first. */
  dropOldest(): void {
    const oldest = this.#findOldest();
    if (oldest !== undefined) this.#drop(oldest);
  }

  #drop(name: string): void {
    this.#counters.delete(name);
    if (name === this.#oldest) this.#oldest = undefined;
  }

  #findOldest(): string | undefined {
    if (this.#oldest !== undefined) return this.#oldest;
    let next = this.#order.next();
    if (next.done) {
      this.#order = this.#counters.keys();
      next = this.#order.next();
    }
    this.#oldest = next.value;
    return this.#oldest;
  }
}
