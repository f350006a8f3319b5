import { Readable } from 'node:stream';
import { readEvent } from '../../definition/stream.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import { cancelSource } from './open-content.js';
import type { OutputCheck } from './prepare-output.js';
import type { StreamFormat } from './stream-format.js';

export interface StreamBodyOptions {
  readonly format: StreamFormat;
  /** Checks an item, and prints it. */
  readonly check: OutputCheck;
  /** The failure, as JSON, of an error that ends a stream which has begun; it is logged there. */
  readonly describeFailure: (thrown: unknown) => string;
  /** Told of what the source throws once nobody listens any more. */
  readonly onLateError: (thrown: unknown) => void;
}

/** For so many ticks the answer waits for its first item: an error before it is an answer of its own. */
const OPENING_TICKS = 2;
/** After so many without an item a heartbeat is sent: every 15 s. */
const HEARTBEAT_TICKS = 60;
/** How far apart the ticks are. */
export const STREAM_TICK_MS = 250;

/**
 * The items of an async iterable, written one by one. An item is asked for when the one before it is taken. Whoever ends
 * the stream ends the source with it, which may take longer.
 */
export class StreamBody extends Readable {
  readonly #options: StreamBodyOptions;
  readonly #iterator: AsyncIterator<unknown>;
  /** The text of the item that is waited for, or null where the source is at its end. */
  #next: Promise<string | null> | undefined;
  #isRead = false;
  #ticks = 0;
  #open: (() => void) | undefined;
  #refuse: ((reason: unknown) => void) | undefined;
  #isOver = false;
  #isReturned = false;
  #release = () => {};
  /** Resolves when the stream has ended and the source has let go of what it had. */
  readonly released = new Promise<void>((resolve) => {
    this.#release = resolve;
  });

  constructor(source: AsyncIterable<unknown>, options: StreamBodyOptions) {
    super({ highWaterMark: 1 });
    this.#options = options;
    this.#iterator = source[Symbol.asyncIterator]();
  }

  /** Resolves when there is something to send, or after a moment. Rejects with the error of a source that throws before that. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#open = resolve;
      this.#refuse = reject;
      this.#next = this.#read();
      this.#next.then(() => resolve(), reject);
    });
  }

  /** Called every `STREAM_TICK_MS`. */
  tick(): void {
    this.#ticks += 1;
    const isOpening = this.#open !== undefined && !this.#isRead;
    const isQuiet = this.#ticks >= (isOpening ? OPENING_TICKS : HEARTBEAT_TICKS);
    // Where something waits to be taken, that tells the caller as much.
    if (!isQuiet || this.#isOver || this.readableLength > 0) return;
    this.#ticks = 0;
    this.push(this.#options.format.heartbeat);
    this.#open?.();
  }

  /** Ends the stream at once: `text` comes last. One that is not open is refused with `reason`. */
  end(text: string, reason: unknown): void {
    if (this.#isOver) return;
    this.#refuse?.(reason);
    this.#finish(text);
  }

  override _read(): void {
    if (this.#isRead || this.#isOver) return;
    this.#isRead = true;
    void this.#send(this.#next ?? this.#read());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#isOver = true;
    void this.#return();
    done(error);
  }

  async #read(): Promise<string | null> {
    const { done, value: given } = await this.#iterator.next();
    if (done) return null;
    const { id, value } = readEvent(given);
    const checked = await this.#options.check(value);
    if (checked.isNothing)
      throw new ProcedureError('INTERNAL', 'An item of the stream is undefined, which JSON cannot say.');
    return this.#options.format.printItem(checked.print(), id);
  }

  async #send(next: Promise<string | null>): Promise<void> {
    const { format, describeFailure, onLateError } = this.#options;
    this.#next = undefined;
    try {
      const text = await next;
      if (this.#isOver) return;
      if (text === null) return this.#finish(format.end);
      this.#ticks = 0;
      this.#isRead = false;
      this.push(text);
    } catch (error) {
      if (this.#isOver) onLateError(error);
      else this.#finish(format.printFailure(describeFailure(error)));
    }
  }

  #finish(text: string): void {
    this.#isOver = true;
    if (text !== '') this.push(text);
    this.push(null);
    void this.#return();
  }

  async #return(): Promise<void> {
    if (this.#isReturned) return;
    this.#isReturned = true;
    try {
      await this.#iterator.return?.();
    } catch (error) {
      this.#options.onLateError(error);
    }
    this.#release();
  }
}

/** Lets go of what a handler returned in the place of items and nobody reads. */
export function cancelItems(source: AsyncIterable<unknown>): void {
  if (source instanceof Readable || source instanceof ReadableStream) cancelSource(source);
  // A generator that has not begun is over at once. What it comes to is told to nobody, as with any answer that is not sent.
  else
    source[Symbol.asyncIterator]()
      .return?.()
      .then(undefined, () => {});
}
