/** The maximum size of a combined chunk. */
const COMBINED_BYTES_MAX = 16_384;
/** Chunks of at least this size are passed on unchanged. */
const LARGE_BYTES = 4_096;

export interface ChunkCombiner<T> {
  /** Returns the result of writing, or undefined if nothing was written yet. */
  add(chunk: Uint8Array): T | undefined;
  /** Writes the rest. */
  end(): void;
}

/**
 * Combines small chunks before they are written. A stored chunk costs some hundred bytes besides its own, so a caller
 * that sends single bytes would take far more memory than is accounted for.
 */
export function combineChunks<T>(write: (chunk: Uint8Array) => T): ChunkCombiner<T> {
  let combined = Buffer.alloc(0);
  let length = 0;
  return {
    add(chunk) {
      if (length === 0 && chunk.length >= LARGE_BYTES) return write(chunk);
      if (length + chunk.length > COMBINED_BYTES_MAX) {
        const all = Buffer.concat([combined.subarray(0, length), chunk]);
        length = 0;
        return write(all);
      }
      if (combined.length === 0) combined = Buffer.allocUnsafeSlow(COMBINED_BYTES_MAX);
      combined.set(chunk, length);
      length += chunk.length;
      return undefined;
    },
    end() {
      if (length > 0) write(combined.subarray(0, length));
    },
  };
}

/** Reads a whole body by `read`, with its small chunks combined. A body of one chunk is not copied. */
export async function readCombined(
  read: (onChunk: (chunk: Uint8Array) => undefined) => Promise<void>,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const combiner = combineChunks<number>((chunk) => chunks.push(chunk));
  await read((chunk) => void (chunks.length === 0 ? chunks.push(chunk) : combiner.add(chunk)));
  combiner.end();
  const [first] = chunks;
  return first && chunks.length === 1
    ? Buffer.from(first.buffer, first.byteOffset, first.length)
    : Buffer.concat(chunks);
}
