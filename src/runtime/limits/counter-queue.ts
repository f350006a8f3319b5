/** The calls of one caller within one window. */
export interface Counter {
  readonly name: string;
  /** Whether it may count others than the caller it was made for. */
  readonly isWide: boolean;
  /** The calls left, the last one that was counted included: 1 or less refuses the next call. */
  remaining: number;
  /** On the monotonic clock, in milliseconds. */
  endsAtMs: number;
  /** Where it stands, and its neighbours there. */
  queue: CounterQueue | null;
  previous: Counter | null;
  next: Counter | null;
}

/** Counters in the order in which they were added: a doubly linked list, so that any of them leaves in one step. */
export class CounterQueue {
  first: Counter | null = null;
  #last: Counter | null = null;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds a counter at the end. It leaves the queue it stands in. */
  add(counter: Counter): void {
    counter.queue?.remove(counter);
    counter.queue = this;
    counter.previous = this.#last;
    if (this.#last) this.#last.next = counter;
    else this.first = counter;
    this.#last = counter;
    this.#size += 1;
  }

  remove(counter: Counter): void {
    const { previous, next } = counter;
    if (previous) previous.next = next;
    else this.first = next;
    if (next) next.previous = previous;
    else this.#last = previous;
    counter.queue = null;
    counter.previous = null;
    counter.next = null;
    this.#size -= 1;
  }
}
