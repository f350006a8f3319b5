/** How many records are printed as one. A change prints again only what is in the chunks that it touches. */
const CHUNK_RECORDS = 128;

interface Chunk {
  readonly records: readonly object[];
  /** One record a line, a comma after each. */
  readonly bytes: Buffer;
}

/** Records never change, so that a row of them is printed once in its life. By the first of its records. */
const printed = new WeakMap<object, Chunk>();

/** The records as the items of a JSON array, one a line, in pieces that make up the whole. */
export function printRecords(records: readonly object[]): readonly Buffer[] {
  const pieces: Buffer[] = [];
  for (let start = 0; start < records.length; ) {
    const chunk = findChunk(records, start) ?? printChunk(records, start);
    pieces.push(chunk.bytes);
    start += chunk.records.length;
  }
  const last = pieces.pop();
  // No comma after the last record.
  return last === undefined ? [] : [...pieces, last.subarray(0, -2), Buffer.from('\n')];
}

/** The chunk that was printed before and stands at `start` unchanged. */
function findChunk(records: readonly object[], start: number): Chunk | undefined {
  const chunk = printed.get(records[start] as object);
  return chunk?.records.every((record, index) => record === records[start + index]) ? chunk : undefined;
}

/** Prints records from `start` on, up to where a chunk stands that was printed before. */
function printChunk(records: readonly object[], start: number): Chunk {
  const limit = Math.min(start + CHUNK_RECORDS, records.length);
  let end = start + 1;
  while (end < limit && !findChunk(records, end)) end += 1;
  const own = records.slice(start, end);
  const chunk = {
    records: own,
    bytes: Buffer.from(own.map((record) => `${JSON.stringify(record)},\n`).join('')),
  };
  // Small ones are not kept, lest the next write begin behind them and leave more and more of them.
  if (own.length >= CHUNK_RECORDS / 2) printed.set(own[0] as object, chunk);
  return chunk;
}
