/** Bytes from `start` up to `end`, which is not one of them. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const ONE_RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i;

/**
 * The part of `size` bytes that a `Range` header asks for (RFC 9110, 14.2). Undefined for the whole: without the header, with
 * several ranges, which a server need not serve, and with what is no range. Null for a range that begins behind the end.
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
