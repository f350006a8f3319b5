import type { Parse, Parsed } from '../../authoring/prepare-parse.js';
import { countPassed } from './decode/choose-candidate.js';
import type { Passed } from './decode/decoding.js';
import type { Decoded } from './decode/prepare-decoder.js';
import { isInside, leadsInto, type Path } from './input-path.js';

/** Decodes an input, passing over the given number of union members. */
export type ReadInput = (passed?: Passed) => Decoded;

/** One decoding of an input, and its check by the schema. */
export interface Meaning {
  readonly decoded: Decoded;
  readonly checked: Parsed;
}

/** The maximum number of meanings tried for one input. */
const MEANINGS = 16;

/** The maximum of choices times issues. Beyond it the first meaning is used, so that the search takes linear time. */
const COMPARISONS = 10_000;

/**
 * A union takes the most specific member that a text fits, but the schema must accept it too: `7` is no number of at
 * most 5. If the schema refuses a member, the next one is tried; if it refuses all, the first one is used. Synchronous
 * if the schema is and the first meaning is used.
 */
export function readMeaning(parse: Parse, read: ReadInput): Meaning | Promise<Meaning> {
  const first = look(parse, read);
  if (!(first instanceof Promise) && (first.checked.success || first.decoded.choices.length === 0))
    return first;
  return lookFurther(parse, read, first);
}

/** Checks an input, passing over the given number of union members. */
function look(parse: Parse, read: ReadInput, passed?: Passed): Meaning | Promise<Meaning> {
  const decoded = read(passed);
  const checked = parse(decoded.value);
  return checked instanceof Promise
    ? checked.then((settled) => ({ decoded, checked: settled }))
    : { decoded, checked };
}

async function lookFurther(
  parse: Parse,
  read: ReadInput,
  looked: Meaning | Promise<Meaning>,
): Promise<Meaning> {
  const first = await looked;
  let meaning = first;
  let passed: Passed = [];
  for (let count = 1; count < MEANINGS; count++) {
    const next = passOver(passed, meaning);
    if (!next) return meaning;
    passed = next;
    meaning = await look(parse, read, passed);
  }
  return first;
}

/**
 * Returns what to pass over next: one member more at the innermost choices that the schema refuses; if there are none
 * left, nothing at choices where all members failed. Returns undefined if there is nothing left to try.
 */
function passOver(passed: Passed, { decoded, checked }: Meaning): Passed | undefined {
  if (checked.success) return undefined;
  const { issues } = checked;
  if (decoded.choices.length * Math.max(issues.length, decoded.choices.length) > COMPARISONS)
    return undefined;
  const isFaulty = (path: Path) => issues.some((issue) => leadsInto(path, issue.path ?? []));
  const isOpen = (path: Path) => countPassed(passed, path) !== EXHAUSTED;
  const open = decoded.choices.filter((path) => isOpen(path) && isFaulty(path));
  const innermost = open.filter((path) => !open.some((other) => isInside(other, path)));
  if (innermost.length > 0) {
    return replace(passed, innermost, (path) => countPassed(passed, path) + 1);
  }
  const vain = passed.flatMap(({ path }) => (isOpen(path) && isFaulty(path) ? [path] : []));
  const outermost = vain.filter((path) => !vain.some((other) => isInside(path, other)));
  return outermost.length > 0 ? replace(passed, outermost, () => EXHAUSTED) : undefined;
}

/** Marks a path at which nothing is passed over any more. */
const EXHAUSTED = -1;

/** Sets the number of members passed over at `paths`, and resets the paths inside them. */
function replace(passed: Passed, paths: readonly Path[], count: (path: Path) => number): Passed {
  const kept = passed.filter(({ path: one }) => !paths.some((path) => leadsInto(path, one)));
  return [...kept, ...paths.map((path) => ({ path, count: count(path) }))];
}
