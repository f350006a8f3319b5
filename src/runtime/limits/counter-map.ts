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

  /**
   * An entry of the caller's own, in the place of the one before. The driver counts on the entry at once but looks
   * at it later, when other calls have counted on it too; with one entry for all, 1,000 calls at a time all fail.
   */
  override get(name: string): Counter | undefined {
    const before = super.get(name);
    if (before === undefined) return undefined;
    const own = { ...before };
    super.set(name, own);
    return own;
  }

  override set(name: string, counter: Counter): this {
    this.delete(name);
    this.sweep();
    if (this.size >= this.#capacity) this.delete(this.keys().next().value as string);
    // Not the driver's own `reset`, which is epoch time of a clock that stands since the driver was loaded.
    counter.endsAtMs = performance.now() + this.#windowMs;
    return super.set(name, counter);
  }

  /** Milliseconds until the counter's window ends, or 0. */
  readRest(name: string): number {
    return Math.max(0, (super.get(name)?.endsAtMs ?? 0) - performance.now());
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
