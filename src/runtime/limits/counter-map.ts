/** A counter as koa-ratelimit keeps it, and when its window ends on the monotonic clock. */
export interface Counter {
  readonly remaining: number;
  endsAtMs?: number;
}

/**
 * The bounded map under koa-ratelimit's memory driver, which itself never lets go of an entry. The driver sets an
 * entry when a window begins, so the oldest windows stand first; when the map is full they go first.
 */
export class CounterMap extends Map<string, Counter> {
  readonly #capacity: number;
  readonly #windowMs: number;

  constructor(capacity: number, windowMs: number) {
    super();
    this.#capacity = capacity;
    this.#windowMs = windowMs;
  }

  override set(name: string, counter: Counter): this {
    this.delete(name);
    this.sweep();
    if (this.size >= this.#capacity) this.delete(this.keys().next().value as string);
    // Not the driver's own `reset`, which is epoch time of a clock that stands since the driver was loaded.
    counter.endsAtMs = performance.now() + this.#windowMs;
    return super.set(name, counter);
  }

  /** Forgets the windows that are over. */
  sweep(): void {
    const now = performance.now();
    for (const [name, { endsAtMs = 0 }] of this) {
      if (endsAtMs >= now) return;
      this.delete(name);
    }
  }
}
