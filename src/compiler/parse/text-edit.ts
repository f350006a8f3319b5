/** Replaces `text.slice(start, end)`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/**
 * Applies edits to a text, or to a part that contains them all. Of two that overlap, the outer one wins; insertions at
 * one position keep their order. A removal of several lines keeps their number, so that stack traces stay correct.
 */
export function applyEdits(
  text: string,
  edits: readonly TextEdit[],
  part = { start: 0, end: text.length },
): string {
  const ordered = edits
    .map((edit, index) => ({ ...edit, index }))
    .sort(
      (left, right) =>
        left.start - right.start ||
        (rank(left) < rank(right) ? -1 : rank(left) > rank(right) ? 1 : 0) ||
        left.index - right.index,
    );
  let result = '';
  let position = part.start;
  for (const { start, end, replacement } of ordered) {
    if (start < position) continue;
    const lostLines = countLines(text.slice(start, end)) - countLines(replacement);
    result += text.slice(position, start) + replacement + '\n'.repeat(Math.max(0, lostLines));
    position = end;
  }
  return result + text.slice(position, part.end);
}

/** Insertions come first, then the longest edit, which is the outer one. */
function rank({ start, end }: TextEdit): number {
  return start === end ? Number.NEGATIVE_INFINITY : start - end;
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
