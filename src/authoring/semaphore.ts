const PERMITS = 100;

/** Lets 100 holders run at a time; the others wait in order. */
export class Semaphore {
  #free = PERMITS;
  readonly #waiting: (() => void)[] = [];
  #next = 0;

  /** Takes a permit at once, or returns a promise of one. */
  acquire(): Promise<void> | undefined {
    if (this.#free === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
    return undefined;
  }

  release(): void {
    const resolve = this.#waiting[this.#next];
    if (!resolve) {
      this.#free += 1;
      return;
    }
    this.#next += 1;
    resolve();
  }
}
