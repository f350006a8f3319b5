/**
 * A pattern of every text but these, and but those that begin with one of `prefixes`. For esbuild, whose patterns are
 * Go's and cannot look ahead: what a plugin's filter lets pass costs a trip to this process and back. No two of the
 * words may have one first letter.
 */
export function matchOthers({
  words = [],
  prefixes = [],
}: {
  readonly words?: readonly string[];
  readonly prefixes?: readonly string[];
}): RegExp {
  const all = [...words, ...prefixes];
  const firsts = all.map((word) => word.slice(0, 1));
  if (new Set(firsts).size < firsts.length) throw new TypeError('Two of the words have one first letter.');
  const alternatives = [
    '^$',
    `^[^${firsts.join('')}]`,
    ...all.flatMap((word) =>
      [...word.slice(1)].map((letter, index) => `^${word.slice(0, index + 1)}([^${letter}]|$)`),
    ),
    ...words.map((word) => `^${word}.`),
  ];
  return new RegExp(alternatives.join('|'));
}
