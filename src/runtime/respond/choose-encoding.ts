/** The content codings of what is compressed, the shortest result first. */
export type Encoding = 'br' | 'gzip' | 'identity';

const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];
/** What a client accepts unasked, after everything that it names (RFC 9110, 12.5.3). */
const UNNAMED_IDENTITY = 0.0001;

/**
 * The coding for an `Accept-Encoding` header: of those with the highest quality the first. Without the header, and where
 * nothing is acceptable, the body is sent as it is.
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

/** The coding and its quality: `gzip;q=0.5`. A quality that is no number from 0 to 1 counts as 0. */
function readItem(item: string): readonly [string, number] {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return [
    name === 'x-gzip' ? 'gzip' : name,
    /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality) ? Number(quality) : 0,
  ];
}
