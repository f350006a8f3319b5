/** So many run at a time; others begin when one of them is over. */
const TURNS = 100;

/** Turns for what may be asynchronous, so that of a long list not all items are begun before the first has failed. */
export class Turns {
  #free = TURNS;
  readonly #waiting: (() => void)[] = [];
  #next = 0;

  /** Takes a turn at once, or gives a promise of one. */
  take(): Promise<void> | undefined {
    if (this.#free === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
    return undefined;
  }

  give(): void {
    const resolve = this.#waiting[this.#next];
    if (!resolve) {
      this.#free += 1;
      return;
    }
    this.#next += 1;
    resolve();
  }
}
