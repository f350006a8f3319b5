import { ReadStream } from 'node:fs';
import { Duplex, pipeline, Readable, Transform } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { BinarySource } from '../../definition/binary.js';
import { printEtag } from './entity-tag.js';
import type { ByteRange } from './select-range.js';

/** The bytes of an answer before they are sent. */
export interface Content {
  /** How many bytes there are; null where only the end of a stream tells. Ranges can be read where it is known. */
  readonly size: number | null;
  /** The type of a `Blob`, or the empty string. */
  readonly type: string;
  /** The name of a `File`. */
  readonly fileName?: string;
  /** An entity tag, where the bytes are all in memory. */
  readonly createEtag?: () => string;
  /** Called once at most. */
  read(range?: ByteRange): Uint8Array | Readable;
  /** Called in place of `read`. */
  cancel(): void;
}

/** The errors with which the streams of handlers broke off while their callers were still there. */
const sourceErrors = new WeakSet<object>();

/** Whether it was a handler's stream that broke off with `error`, and not the connection to its caller. */
export function isSourceError(error: unknown): boolean {
  return sourceErrors.has(Object(error));
}

const readsBlob = new WeakSet<Readable>();

/**
 * Whether each piece of a stream stands in memory of its own, which nobody has a use for once it is sent: those that Node
 * reads of a file or a `Blob`, where no application listens as well.
 */
export function hasOwnPieces(stream: Readable): boolean {
  const { on, emit, push } = Readable.prototype;
  const isUntouched = stream.on === on && stream.emit === emit && stream.push === push;
  const isKnown = readsBlob.has(stream) || Object.getPrototypeOf(stream) === ReadStream.prototype;
  return isKnown && isUntouched && stream.listenerCount('data') === 0;
}

/**
 * Resolves when a stream has its first bytes or its end. Rejects with the error of one that has neither, and with the
 * reason of `signal`, which lets go of it.
 */
export async function openContent(source: BinarySource, signal: AbortSignal): Promise<Content> {
  if (source instanceof Uint8Array)
    return openBytes(Buffer.from(source.buffer, source.byteOffset, source.byteLength));
  if (source instanceof ArrayBuffer) return openBytes(Buffer.from(source));
  if (source instanceof Blob) return openBlob(source);
  const stream = toReadable(source);
  stream.once('error', (error) => {
    if (!signal.aborted) sourceErrors.add(Object(error));
  });
  await untilReadable(stream, signal);
  return { size: null, type: '', read: () => stream, cancel: () => void stream.destroy() };
}

/** Lets go of what a handler returned in the place of bytes and nobody reads. */
export function cancelSource(source: unknown): void {
  if (source instanceof Readable) source.destroy();
  // What its own end comes to is told to nobody, as with any answer that is not sent.
  if (source instanceof ReadableStream && !source.locked) source.cancel().catch(() => {});
}

function openBytes(bytes: Buffer): Content {
  return {
    size: bytes.byteLength,
    type: '',
    createEtag: () => printEtag(bytes),
    read: (range) => (range ? bytes.subarray(range.start, range.end) : bytes),
    cancel() {},
  };
}

function openBlob(blob: Blob): Content {
  const fileName = (blob as Partial<File>).name;
  return {
    size: blob.size,
    type: blob.type,
    ...(fileName !== undefined && { fileName }),
    read(range) {
      const part = range ? blob.slice(range.start, range.end) : blob;
      const stream = Readable.from(readSlices(part), { objectMode: false });
      readsBlob.add(stream);
      return stream;
    },
    cancel() {},
  };
}

/** How much of a `Blob` is read at once. */
const SLICE_BYTES = 4 * 1_048_576;

/**
 * Reads a `Blob` slice by slice, and the last slice that was begun to its end: Node keeps the file of `openAsBlob` open
 * from the first read of a stream until its end, or else until the stream is collected, also where it is cancelled.
 */
async function* readSlices(blob: Blob): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < blob.size; at += SLICE_BYTES) {
    const slice = blob
      .slice(at, at + SLICE_BYTES)
      .stream()
      .getReader();
    let read = await slice.read();
    try {
      for (; !read.done; read = await slice.read()) yield read.value;
    } finally {
      while (!read.done) read = await slice.read();
    }
  }
}

function toReadable(source: Exclude<BinarySource, Uint8Array | ArrayBuffer | Blob>): Readable {
  if (source instanceof Readable) {
    const isPlain = !source.readableObjectMode && source.readableEncoding === null;
    return isPlain && !(source instanceof Duplex) ? source : readBytes(source);
  }
  return 'getReader' in source
    ? Readable.fromWeb(source as WebStream<Uint8Array>)
    : Readable.from(source, { objectMode: false });
}

/**
 * The bytes of a stream that gives texts, which streams of the web platform do not take, or objects, which Node throws at
 * outside of everything that could answer, or that has another side, whose end nobody waits for.
 */
function readBytes(source: Readable): Readable {
  const bytes = new Transform({
    writableObjectMode: true,
    transform(chunk: unknown, _encoding, done) {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) return done(null, chunk);
      const what = typeof chunk === 'object' ? chunk?.constructor?.name : typeof chunk;
      done(new TypeError(`A stream of an output gave ${what}, not bytes.`));
    },
  });
  return pipeline(source, bytes, () => source.destroy());
}

function untilReadable(stream: Readable, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error | null) => {
      stream.off('readable', onReadable).off('close', onClose);
      signal.removeEventListener('abort', onAbort);
      if (error) reject(error);
      else resolve();
    };
    const onReadable = () => end();
    const onClose = () => end(stream.errored ?? new Error('The stream was closed before it was read.'));
    const onAbort = () => {
      stream.destroy();
      end(signal.reason);
    };
    // It goes on to break where nobody listens: what reads it later hears of it again.
    stream.on('error', end);
    if (stream.destroyed || stream.readableEnded) return onClose();
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort);
    stream.on('readable', onReadable).on('close', onClose);
  });
}
