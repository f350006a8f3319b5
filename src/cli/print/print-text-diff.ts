import { makePrintable } from './make-printable.js';

/** One line of a diff: of the old text, of the new text, or of both. */
type Change = { readonly sign: '-' | '+'; readonly line: string };

/** With more cells, the table of common subsequences is too expensive. */
const MAX_TABLE_CELLS = 4_000_000;

/**
 * The lines that differ, the old ones with `-`, the new ones with `+`, at most `maxLines` of them and then one line
 * that counts the rest. Empty for equal texts.
 */
export function printTextDiff(oldText: string, newText: string, maxLines = 8): readonly string[] {
  const changes = diffLines(oldText.split('\n'), newText.split('\n'));
  const shown = changes.slice(0, maxLines).map(({ sign, line }) => `${sign} ${crop(line)}`);
  const rest = changes.length - shown.length;
  return rest > 0 ? [...shown, `… ${rest} more changed line${rest === 1 ? '' : 's'}`] : shown;
}

function diffLines(oldLines: readonly string[], newLines: readonly string[]): readonly Change[] {
  let start = 0;
  while (start < oldLines.length && start < newLines.length && oldLines[start] === newLines[start]) start++;
  let oldEnd = oldLines.length;
  let newEnd = newLines.length;
  while (oldEnd > start && newEnd > start && oldLines[oldEnd - 1] === newLines[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  const removed = oldLines.slice(start, oldEnd);
  const added = newLines.slice(start, newEnd);
  return removed.length * added.length > MAX_TABLE_CELLS
    ? [...removed.map(toRemoved), ...added.map(toAdded)]
    : diffByCommonLines(removed, added);
}

/** Walks the table of longest common subsequences from its start. */
function diffByCommonLines(removed: readonly string[], added: readonly string[]): readonly Change[] {
  const columns = added.length + 1;
  const common = new Uint32Array((removed.length + 1) * columns);
  for (let i = removed.length - 1; i >= 0; i--) {
    for (let j = added.length - 1; j >= 0; j--) {
      common[i * columns + j] =
        removed[i] === added[j]
          ? (common[(i + 1) * columns + j + 1] as number) + 1
          : Math.max(common[(i + 1) * columns + j] as number, common[i * columns + j + 1] as number);
    }
  }
  const changes: Change[] = [];
  let i = 0;
  let j = 0;
  while (i < removed.length || j < added.length) {
    if (i < removed.length && j < added.length && removed[i] === added[j]) {
      i++;
      j++;
    } else if (
      j >= added.length ||
      (i < removed.length &&
        (common[(i + 1) * columns + j] as number) >= (common[i * columns + j + 1] as number))
    ) {
      changes.push(toRemoved(removed[i++] as string));
    } else changes.push(toAdded(added[j++] as string));
  }
  return changes;
}

function toRemoved(line: string): Change {
  return { sign: '-', line };
}

function toAdded(line: string): Change {
  return { sign: '+', line };
}

function crop(line: string): string {
  const clean = makePrintable(line.replace(/\r$/, '\\r').replace(/\t/g, '  '));
  return clean.length > 100 ? `${clean.slice(0, 99)}…` : clean;
}
