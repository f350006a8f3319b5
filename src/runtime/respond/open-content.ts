import { ReadStream } from 'node:fs';
import { Duplex, pipeline, Readable, Transform } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { BinarySource } from '../../definition/binary.js';
import { printEtag } from './entity-tag.js';
import type { ByteRange } from './select-range.js';

/** The bytes of a response before they are sent. */
export interface Content {
  /** The number of bytes; null if only the end of a stream tells it. Ranges can be read if it is known. */
  readonly size: number | null;
  /** The type of a `Blob`, or the empty string. */
  readonly type: string;
  /** The name of a `File`. */
  readonly fileName?: string;
  /** Returns an entity tag. Present if the bytes are all in memory. */
  readonly createEtag?: () => string;
  /** Called at most once. */
  read(range?: ByteRange): Uint8Array | Readable;
  /** Called instead of `read`. */
  cancel(): void;
}

/** The errors of handlers' streams that broke while their callers were still connected. */
const sourceErrors = new WeakSet<object>();

/** Whether `error` broke a handler's stream, and not the connection to its caller. */
export function isSourceError(error: unknown): boolean {
  return sourceErrors.has(Object(error));
}

/** The streams of `Blob`s and of web byte streams. */
const owningStreams = new WeakSet<Readable>();

/**
 * Whether each chunk of a stream has its own memory, which is unused once the chunk is sent. True for chunks of a file,
 * of a `Blob` or of a web byte stream, if the application does not listen to them too.
 */
export function ownsChunks(stream: Readable): boolean {
  const { on, emit, push } = Readable.prototype;
  const isUntouched = stream.on === on && stream.emit === emit && stream.push === push;
  const isKnown = owningStreams.has(stream) || Object.getPrototypeOf(stream) === ReadStream.prototype;
  return isKnown && isUntouched && stream.listenerCount('data') === 0;
}

/**
 * Opens the content of an output. Resolves when a stream has its first bytes or its end. Rejects with the error of a
 * stream that has neither, or with the reason of `signal`, which destroys the stream.
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

/** Cancels the content that a handler returned and nobody reads. */
export function cancelSource(source: unknown): void {
  if (source instanceof Readable) source.destroy();
  // Errors are ignored, as for any response that is not sent.
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
      owningStreams.add(stream);
      return stream;
    },
    cancel() {},
  };
}

/** The size of the slices in which a `Blob` is read. */
const SLICE_BYTES = 4 * 1_048_576;

/**
 * Reads a `Blob` slice by slice, and every slice that was begun to its end: Node keeps the file of `openAsBlob` open
 * from the first read of a stream until its end or its garbage collection, even if the stream is cancelled.
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
  if (!('getReader' in source)) return Readable.from(source, { objectMode: false });
  const isOwning = isByteStream(source);
  const stream = Readable.fromWeb(source as WebStream<Uint8Array>);
  if (isOwning) owningStreams.add(stream);
  return stream;
}

/** Whether a web stream is of `type: 'bytes'`: its controller takes the memory of each chunk from the source. */
function isByteStream(source: ReadableStream): boolean {
  try {
    source.getReader({ mode: 'byob' }).releaseLock();
    return true;
  } catch {
    return false;
  }
}

/**
 * Converts to bytes: a stream of strings, which web streams reject; one of objects, for which Node throws where nothing
 * can catch it; or a duplex, whose other side nobody ends.
 */
function readBytes(source: Readable): Readable {
  const bytes = new Transform({
    writableObjectMode: true,
    transform(chunk: unknown, _encoding, done) {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) return done(null, chunk);
      const what = typeof chunk === 'object' ? chunk?.constructor?.name : typeof chunk;
      done(new TypeError(`A stream in an output yielded ${what}, not bytes.`));
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
    // Stays registered, because the stream may break later without other listeners. Its reader gets the error again.
    stream.on('error', end);
    if (stream.destroyed || stream.readableEnded) return onClose();
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort);
    stream.on('readable', onReadable).on('close', onClose);
  });
}
