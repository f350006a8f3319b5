/** The bytes from `start` up to, but excluding, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const ONE_RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i;

/**
 * Returns the part of `size` bytes that a `Range` header selects (RFC 9110, 14.2). Undefined for the whole: without the
 * header, with several ranges, which a server need not serve, or an invalid one. Null for a range that begins after the
 * end.
 */
export function selectRange(header: string | undefined, size: number): ByteRange | undefined | null {
  const [, first = '', last = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? null : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return null;
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}
