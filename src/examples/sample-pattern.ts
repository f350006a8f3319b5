import type { Random } from './generation-context.js';
import { type PatternNode, parsePattern } from './parse-pattern.js';
import { drawInteger, drawOne } from './random.js';

/**
 * Makes a text that a regular expression probably matches; lookarounds and back-references are ignored. A repetition
 * gets at most `extent` more than its minimum. With an extent of 1 numbers have no sign if it is optional.
 */
export function samplePattern(source: string, extent: number, random: Random): string {
  const print = (node: PatternNode): string => {
    if ('ranges' in node) return printCharacter(node.ranges, random);
    if ('choices' in node) return print(drawOne(random, node.choices));
    if ('parts' in node) return node.parts.map(print).join('');
    const isOptionalSign =
      extent === 1 && 'ranges' in node.repeated && node.repeated.ranges.join() === '45,45';
    const max = isOptionalSign ? node.min : Math.min(node.max, node.min + extent);
    return Array.from({ length: drawInteger(random, node.min, max) }, () => print(node.repeated)).join('');
  };
  const parsed = PARSED.get(source) ?? parsePattern(source);
  PARSED.set(source, parsed);
  return print(parsed);
}

const PARSED = new Map<string, PatternNode>();

function printCharacter(ranges: readonly (readonly [number, number])[], random: Random): string {
  if (ranges.length === 0) return '';
  const [first, last] = drawOne(random, ranges);
  return String.fromCodePoint(drawInteger(random, first, last));
}
