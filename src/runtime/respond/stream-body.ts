import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers';
import { readEvent } from '../../definition/stream.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import { cancelSource } from './open-content.js';
import type { OutputCheck } from './prepare-output.js';
import type { StreamFormat } from './stream-format.js';

/** The options that the streams of one procedure share. Callbacks get the `Owner` of their stream. */
export interface StreamOptions<Owner> {
  readonly format: StreamFormat;
  /** Checks and prints an item. */
  readonly check: OutputCheck;
  /** Logs an error that ends a stream which has begun, and returns the failure as JSON. */
  describeFailure(owner: Owner, thrown: unknown): string;
  /** Called with an error that the source throws after the stream is over. */
  logLateError(owner: Owner, thrown: unknown): void;
  /** Called when a stream is destroyed before its end. */
  abandon(owner: Owner): void;
  /** Ends a stream because the server ends all of them. */
  stop(owner: Owner, body: StreamBody<Owner>): void;
}

/** After this many items the stream yields to the event loop, which a source with all items ready would block. */
const ITEMS_PER_TICK = 64;
/** How many ticks the response waits for its first item: an error before it gets its own response. */
const OPENING_TICKS = 2;
/** After this many ticks without an item a heartbeat is sent: every 15 s. */
const HEARTBEAT_TICKS = 60;
/** The interval of ticks. */
export const STREAM_TICK_MS = 250;

/**
 * Writes the items of an async iterable one by one. The next item is requested when the previous one is read. Ending
 * the stream also ends the source, which may take longer.
 */
export class StreamBody<Owner = unknown> extends Readable {
  readonly #options: StreamOptions<Owner>;
  readonly #owner: Owner;
  readonly #iterator: AsyncIterator<unknown>;
  /** The text of the pending item; null if the source is at its end. */
  #next: Promise<string | null> | undefined;
  #isRead = false;
  #ticks = 0;
  #items = 0;
  /** Settles the promise of `open`. */
  #opening: Opening | undefined;
  #isOver = false;
  #isReturned = false;
  #isReleased = false;
  #onReleased: (() => void) | undefined;

  constructor(source: AsyncIterable<unknown>, owner: Owner, options: StreamOptions<Owner>) {
    super({ highWaterMark: 1 });
    this.#options = options;
    this.#owner = owner;
    this.#iterator = source[Symbol.asyncIterator]();
  }

  /** Resolves when there is something to send, or after `OPENING_TICKS`. Rejects if the source fails before that. */
  open(): Promise<void> {
    const next = this.#read();
    this.#next = next;
    return new Promise<void>((resolve, reject) => {
      this.#opening = { resolve, reject };
      next.then(() => resolve(), reject);
    }).finally(() => {
      this.#opening = undefined;
    });
  }

  /** Calls `listener` when the stream has ended and the source has released its resources. */
  whenReleased(listener: () => void): void {
    if (this.#isReleased) listener();
    else this.#onReleased = listener;
  }

  /** Ends the stream because the server ends all of them. */
  stop(): void {
    this.#options.stop(this.#owner, this);
  }

  /** Called every `STREAM_TICK_MS`. */
  tick(): void {
    this.#ticks += 1;
    const isQuiet = this.#ticks >= (this.#opening ? OPENING_TICKS : HEARTBEAT_TICKS);
    // Unread data serves as a heartbeat.
    if (!isQuiet || this.#isOver || this.readableLength > 0) return;
    this.#ticks = 0;
    this.push(this.#options.format.heartbeat);
    this.#opening?.resolve();
  }

  /** Ends the stream at once with `text`. If it is not open yet, `open` rejects with `reason`. */
  end(text: string, reason: unknown): void {
    if (this.#isOver) return;
    this.#opening?.reject(reason);
    this.#finish(text);
  }

  override _read(): void {
    if (this.#isRead || this.#isOver) return;
    this.#isRead = true;
    this.#items += 1;
    if (this.#items % ITEMS_PER_TICK === 0) setImmediate(() => this.#sendNext());
    else this.#sendNext();
  }

  #sendNext(): void {
    if (!this.#isOver) void this.#send(this.#next ?? this.#read());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.#isOver) this.#options.abandon(this.#owner);
    this.#isOver = true;
    void this.#return();
    done(error);
  }

  async #read(): Promise<string | null> {
    const { done, value: given } = await this.#iterator.next();
    if (done) return null;
    const { id, value } = readEvent(given);
    const checked = await this.#options.check(value);
    if (checked.isUndefined)
      throw new ProcedureError(
        'INTERNAL',
        'An item of the stream is undefined, which JSON cannot represent.',
      );
    return this.#options.format.printItem(checked.print(), id);
  }

  async #send(next: Promise<string | null>): Promise<void> {
    const options = this.#options;
    this.#next = undefined;
    try {
      const text = await next;
      if (this.#isOver) return;
      if (text === null) return this.#finish(options.format.end);
      this.#ticks = 0;
      this.#isRead = false;
      this.push(text);
    } catch (error) {
      if (this.#isOver) options.logLateError(this.#owner, error);
      else this.#finish(options.format.printFailure(options.describeFailure(this.#owner, error)));
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
      this.#options.logLateError(this.#owner, error);
    }
    this.#isReleased = true;
    this.#onReleased?.();
  }
}

interface Opening {
  resolve(): void;
  reject(reason: unknown): void;
}

/** Cancels items that a handler returned and nobody reads. */
export function cancelItems(source: AsyncIterable<unknown>): void {
  if (source instanceof Readable || source instanceof ReadableStream) cancelSource(source);
  else void returnIterator(source);
}

/** Ends a generator that has not begun. Errors are ignored, as for any response that is not sent. */
async function returnIterator(source: AsyncIterable<unknown>): Promise<void> {
  try {
    await source[Symbol.asyncIterator]().return?.();
  } catch {}
}
