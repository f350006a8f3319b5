/** The word that is at most two letters (inserted, left out, exchanged) away; null when there is none. */
export function findNearest(word: string, words: readonly string[]): string | null {
  const near = words
    .map((candidate) => ({ candidate, distance: measureDistance(word, candidate) }))
    .filter(({ distance }) => distance <= 2)
    .sort((left, right) => left.distance - right.distance);
  return near[0]?.candidate ?? null;
}

/** How many letters have to be inserted, left out or exchanged (Levenshtein 1966). */
function measureDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const exchange = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(exchange, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
