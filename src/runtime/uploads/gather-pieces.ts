/** So many bytes are put together. */
const GATHERED_BYTES = 16_384;
/** A piece from here on is passed on as it is. */
const LARGE_BYTES = 4_096;

export interface Gatherer<T> {
  /** Gives what writing came to, or undefined where nothing was written yet. */
  take(piece: Uint8Array): T | undefined;
  /** Writes what is left. */
  end(): void;
}

/**
 * Puts small pieces together before they are written. What is kept of a piece takes some 200 bytes besides its own, so that
 * a caller who sends single bytes would take far more memory than is accounted for.
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
