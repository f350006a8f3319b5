/** The supported content codings, best compression first. */
export type Encoding = 'br' | 'gzip' | 'identity';

const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];
/** The quality of an unnamed `identity`: acceptable after everything that is named (RFC 9110, 12.5.3). */
const UNNAMED_IDENTITY = 0.0001;

/**
 * Chooses the coding for an `Accept-Encoding` header: the first of those with the highest quality. Without the header,
 * or if nothing is acceptable, the body is not encoded.
 */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const qualities = new Map(acceptEncoding.split(',').map(readItem));
  const others = qualities.get('*');
  let chosen: Encoding = 'identity';
  let best = 0;
  for (const encoding of ENCODINGS) {
    const quality = qualities.get(encoding) ?? others ?? (encoding === 'identity' ? UNNAMED_IDENTITY : 0);
    if (quality <= best) continue;
    chosen = encoding;
    best = quality;
  }
  return chosen;
}

/** Parses a coding and its quality, such as `gzip;q=0.5`. A quality that is not a number from 0 to 1 counts as 0. */
function readItem(item: string): readonly [string, number] {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return [
    name === 'x-gzip' ? 'gzip' : name,
    /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality) ? Number(quality) : 0,
  ];
}
