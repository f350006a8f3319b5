/** Suggests a similar name and lists those allowed: `Did you mean "tags"? Allowed: tags, title.` */
export function suggestName(word: string, allowed: readonly string[]): string {
  if (allowed.length === 0) return '';
  const more = allowed.length - MAX_LISTED;
  const listed = allowed.slice(0, MAX_LISTED).join(', ');
  return `${guessName(word, allowed)}Allowed: ${listed}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** Returns `Did you mean "tags"? ` with the trailing space; empty if no name is similar. */
export function guessName(word: string, allowed: readonly string[]): string {
  const nearest = findNearest(word, allowed);
  return nearest === null ? '' : `Did you mean "${nearest}"? `;
}

const MAX_LISTED = 40;

/**
 * Returns the nearest name within two edits (insertion, deletion, substitution, or a swap of neighbours) that change
 * less than half of it; null if there is none. Ignores case.
 */
export function findNearest<Name extends string>(word: string, names: readonly Name[]): Name | null {
  const near = names
    .map((name) => ({ name, distance: measureDistance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= 2 && distance * 2 < Math.max(word.length, name.length))
    .sort((left, right) => left.distance - right.distance);
  return near[0]?.name ?? null;
}

/** Counts insertions, deletions, substitutions and swaps of neighbours (optimal string alignment distance). */
function measureDistance(left: string, right: string): number {
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const exchange = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      const isSwap = i > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : exchange;
      next.push(Math.min(exchange, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
