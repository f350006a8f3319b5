/**
 * What a handler returns when the output is `binary()`: bytes, a `Blob` or a `File` (`openAsBlob` of `node:fs` opens a
 * file as one), or a stream of bytes: a web stream, a Node stream or an async iterable.
 */
export type BinarySource =
  | Uint8Array
  | ArrayBuffer
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

export function isBinarySource(value: unknown): value is BinarySource {
  if (typeof value !== 'object' || value === null) return false;
  return (
    value instanceof Uint8Array ||
    value instanceof ArrayBuffer ||
    value instanceof Blob ||
    value instanceof ReadableStream ||
    Symbol.asyncIterator in value
  );
}
