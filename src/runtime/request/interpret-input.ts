import type { Parse, Parsed } from '../../authoring/prepare-parse.js';
import { countSkipped } from './decode/choose-candidate.js';
import type { SkippedMembers } from './decode/decoding.js';
import type { Decoded } from './decode/prepare-decoder.js';
import { isInside, isPrefix, type Path } from './input-path.js';

/** Decodes an input and skips the given number of union members. */
export type DecodeInput = (skipped?: SkippedMembers) => Decoded;

/** One decoding of an input, and its check by the schema. */
export interface Interpretation {
  readonly decoded: Decoded;
  readonly checked: Parsed;
}

/** The maximum number of interpretations tried for one input. */
const INTERPRETATIONS_MAX = 16;

/** The maximum of choices times issues. Beyond it the first interpretation is used, so the search takes linear time. */
const COMPARISONS_MAX = 10_000;

/**
 * A union takes the most specific member that a text fits, but the schema must accept it too: `7` is no number of at
 * most 5. If the schema refuses a member, the next one is tried; if it refuses all, the first one is used. Synchronous
 * if the schema is and the first interpretation is used.
 */
export function interpretInput(parse: Parse, decode: DecodeInput): Interpretation | Promise<Interpretation> {
  const first = interpret(parse, decode);
  if (!(first instanceof Promise) && (first.checked.success || first.decoded.choices.length === 0))
    return first;
  return tryAlternatives(parse, decode, first);
}

/** Checks an input and skips the given number of union members. */
function interpret(
  parse: Parse,
  decode: DecodeInput,
  skipped?: SkippedMembers,
): Interpretation | Promise<Interpretation> {
  const decoded = decode(skipped);
  const checked = parse(decoded.value);
  return checked instanceof Promise
    ? checked.then((settled) => ({ decoded, checked: settled }))
    : { decoded, checked };
}

async function tryAlternatives(
  parse: Parse,
  decode: DecodeInput,
  pending: Interpretation | Promise<Interpretation>,
): Promise<Interpretation> {
  const first = await pending;
  let interpretation = first;
  let skipped: SkippedMembers = [];
  for (let count = 1; count < INTERPRETATIONS_MAX; count++) {
    const next = skipNext(skipped, interpretation);
    if (!next) return interpretation;
    skipped = next;
    interpretation = await interpret(parse, decode, skipped);
  }
  return first;
}

/**
 * Returns what to skip next: one member more at the innermost choices that the schema refuses; if there are none
 * left, nothing at choices where all members failed. Returns undefined if there is nothing left to try.
 */
function skipNext(skipped: SkippedMembers, { decoded, checked }: Interpretation): SkippedMembers | undefined {
  if (checked.success) return undefined;
  const { issues } = checked;
  if (decoded.choices.length * Math.max(issues.length, decoded.choices.length) > COMPARISONS_MAX)
    return undefined;
  const hasIssue = (path: Path) => issues.some((issue) => isPrefix(path, issue.path ?? []));
  const canSkip = (path: Path) => countSkipped(skipped, path) !== EXHAUSTED;
  const skippable = decoded.choices.filter((path) => canSkip(path) && hasIssue(path));
  const innermost = skippable.filter((path) => !skippable.some((other) => isInside(other, path)));
  if (innermost.length > 0) {
    return replace(skipped, innermost, (path) => countSkipped(skipped, path) + 1);
  }
  const failed = skipped.flatMap(({ path }) => (canSkip(path) && hasIssue(path) ? [path] : []));
  const outermost = failed.filter((path) => !failed.some((other) => isInside(path, other)));
  return outermost.length > 0 ? replace(skipped, outermost, () => EXHAUSTED) : undefined;
}

/** Marks a path at which nothing is skipped any more. */
const EXHAUSTED = -1;

/** Sets the number of members skipped at `paths`, and resets the paths inside them. */
function replace(
  skipped: SkippedMembers,
  paths: readonly Path[],
  count: (path: Path) => number,
): SkippedMembers {
  const others = skipped.filter(({ path: other }) => !paths.some((path) => isPrefix(path, other)));
  return [...others, ...paths.map((path) => ({ path, count: count(path) }))];
}
