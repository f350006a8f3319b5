/** The maximum size of a combined chunk. */
const GATHERED_BYTES = 16_384;
/** Chunks of at least this size are passed on unchanged. */
const LARGE_BYTES = 4_096;

export interface Gatherer<T> {
  /** Returns the result of writing, or undefined if nothing was written yet. */
  take(piece: Uint8Array): T | undefined;
  /** Writes the rest. */
  end(): void;
}

/**
 * Combines small chunks before they are written. A stored chunk costs some 200 bytes besides its own, so a caller that
 * sends single bytes would take far more memory than is accounted for.
 */
export function gatherPieces<T>(write: (piece: Uint8Array) => T): Gatherer<T> {
  let gathered = Buffer.alloc(0);
  let length = 0;
  return {
    take(piece) {
      if (length === 0 && piece.length >= LARGE_BYTES) return write(piece);
      if (length + piece.length > GATHERED_BYTES) {
        const all = Buffer.concat([gathered.subarray(0, length), piece]);
        length = 0;
        return write(all);
      }
      if (gathered.length === 0) gathered = Buffer.allocUnsafeSlow(GATHERED_BYTES);
      gathered.set(piece, length);
      length += piece.length;
      return undefined;
    },
    end() {
      if (length > 0) write(gathered.subarray(0, length));
    },
  };
}
