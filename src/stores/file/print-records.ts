/** The number of records per chunk. A change prints only the chunks with changed records again. */
const CHUNK_RECORDS = 128;

interface Chunk {
  readonly records: readonly object[];
  /** One record per line, each followed by a comma. */
  readonly bytes: Buffer;
}

/** The chunk that begins with a record. Records are immutable, so each chunk is printed only once. */
const printed = new WeakMap<object, Chunk>();

/** Prints the records as the items of a JSON array, one per line, as buffers to be concatenated. */
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

/** Finds a chunk that was printed before and whose records are at `start`, unchanged. */
function findChunk(records: readonly object[], start: number): Chunk | undefined {
  const chunk = printed.get(records[start] as object);
  return chunk?.records.every((record, index) => record === records[start + index]) ? chunk : undefined;
}

/** Prints the records from `start` to the next printed chunk. */
function printChunk(records: readonly object[], start: number): Chunk {
  const limit = Math.min(start + CHUNK_RECORDS, records.length);
  let end = start + 1;
  while (end < limit && !findChunk(records, end)) end += 1;
  const own = records.slice(start, end);
  const chunk = {
    records: own,
    bytes: Buffer.from(own.map((record) => `${JSON.stringify(record)},\n`).join('')),
  };
  // Small chunks are not cached. Otherwise the next write would begin after them and leave ever more of them.
  if (own.length >= CHUNK_RECORDS / 2) printed.set(own[0] as object, chunk);
  return chunk;
}
