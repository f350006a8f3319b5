import type { Parse, Parsed } from '../../authoring/prepare-parse.js';
import { countPassed } from './decode/choose-candidate.js';
import type { Passed } from './decode/decoding.js';
import type { Decoded } from './decode/prepare-decoder.js';
import { isInside, leadsInto, type Path } from './input-path.js';

/** Decodes an input, once more with so many members of its unions passed over. */
export type ReadInput = (passed?: Passed) => Decoded;

/** What an input means to its schema, and what the schema says to it. */
export interface Meaning {
  readonly decoded: Decoded;
  readonly checked: Parsed;
}

/** Meanings that are looked at for one input, at most. */
const MEANINGS = 16;

/** Choices times issues, at most: beyond it the first meaning stands, so that looking costs no more than the input is long. */
const COMPARISONS = 10_000;

/**
 * A union takes the most specific member that a text fits, and whether it fits is for the schema to say as well: `7` is
 * no number of at most 5. Where the schema refuses a member, the next one is looked at; where it refuses them all, the
 * first one stands. At once where the schema can be asked at once and the first meaning stands.
 */
export function readMeaning(parse: Parse, read: ReadInput): Meaning | Promise<Meaning> {
  const first = look(parse, read);
  if (!(first instanceof Promise) && (first.checked.success || first.decoded.choices.length === 0))
    return first;
  return lookFurther(parse, read, first);
}

/** Looks at an input with so many members of its unions passed over. */
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
 * What to pass over next: one member more at the innermost choices that the schema refuses; where none is
 * left, nothing any more where all were passed over in vain. Undefined when there is nothing left to look at.
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

/** Passes over nothing, for good. */
const EXHAUSTED = -1;

/** Sets how many are passed over at `paths`, and begins anew with what is inside of them. */
function replace(passed: Passed, paths: readonly Path[], count: (path: Path) => number): Passed {
  const kept = passed.filter(({ path: one }) => !paths.some((path) => leadsInto(path, one)));
  return [...kept, ...paths.map((path) => ({ path, count: count(path) }))];
}
