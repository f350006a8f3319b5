/** The calls of one caller within one window. */
export interface Counter {
  readonly name: string;
  /** Whether it may count other callers than the one it was created for. */
  readonly isWide: boolean;
  /** The calls left, including the last one counted: with 1 or less the next call is refused. */
  remaining: number;
  /** The end of the window on the monotonic clock, in milliseconds. */
  endsAtMs: number;
  /** Its queue and its neighbours in it. */
  queue: CounterQueue | null;
  previous: Counter | null;
  next: Counter | null;
}

/** Counters in the order in which they were added: a doubly linked list, so that removal takes constant time. */
export class CounterQueue {
  first: Counter | null = null;
  #last: Counter | null = null;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Appends a counter, removing it from its current queue. */
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
