/** Texts of several kinds, one behind the other: the lengths of those of each kind, in bytes, and the bytes of all. */
export interface ItemTexts {
  readonly lengths: Lengths;
  readonly bytes: Buffer;
}

export type Lengths = Readonly<Record<string, readonly number[]>>;

/** Texts by place that stand in the place of others, by kind. */
export type ReplacedTexts = Readonly<Record<string, ReadonlyMap<number, string>>>;

export function joinTexts(texts: Readonly<Record<string, readonly string[]>>): ItemTexts {
  const lengths: Lengths = Object.fromEntries(
    Object.entries(texts).map(([kind, each]) => [kind, each.map((text) => Buffer.byteLength(text))]),
  );
  const size = Object.values(lengths)
    .flat()
    .reduce((sum, length) => sum + length, 0);
  // Where they are to stand at once: of a large project they are a hundred megabytes.
  const bytes = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const each of Object.values(texts)) for (const text of each) at += bytes.write(text, at);
  return { lengths, bytes };
}

/** Gives any one of them, by kind and place. */
export function openTexts({ lengths, bytes }: ItemTexts): (kind: string, index: number) => string {
  const starts = listStarts(lengths);
  return (kind, index) => {
    const start = starts[kind]?.[index] ?? 0;
    return bytes.toString('utf8', start, start + (lengths[kind]?.[index] ?? 0));
  };
}

/** The same with some of them replaced: their lengths, and the bytes in pieces. What stays is not copied. */
export function replaceTexts(
  { lengths, bytes }: ItemTexts,
  replaced: ReplacedTexts,
): { readonly lengths: Lengths; readonly pieces: readonly Buffer[] } {
  const starts = listStarts(lengths);
  const pieces: Buffer[] = [];
  let at = 0;
  const changed = Object.entries(lengths).map(([kind, old]) => {
    const now = [...old];
    for (const [index, text] of [...(replaced[kind] ?? [])].sort(([left], [right]) => left - right)) {
      const piece = Buffer.from(text);
      const start = starts[kind]?.[index] ?? 0;
      pieces.push(bytes.subarray(at, start), piece);
      now[index] = piece.length;
      at = start + (old[index] ?? 0);
    }
    return [kind, now] as const;
  });
  return { lengths: Object.fromEntries(changed), pieces: [...pieces, bytes.subarray(at)] };
}

function listStarts(lengths: Lengths): Lengths {
  let at = 0;
  const place = (length: number) => {
    at += length;
    return at - length;
  };
  return Object.fromEntries(Object.entries(lengths).map(([kind, each]) => [kind, each.map(place)]));
}
