import { FORMATS } from './formats.js';
import type { GenerationContext, Random } from './generation-context.js';
import type { MockSchema } from './mock-schema.js';
import { drawInteger, drawOne } from './random.js';
import { samplePattern } from './sample-pattern.js';

const WORDS = (
  'amber birch cedar delta ember fjord grove harbor island juniper kestrel lagoon meadow nectar olive pebble quartz ' +
  'river spruce timber umber valley willow yarrow zephyr'
).split(' ');
const ATTEMPTS = 60;

/** Makes a text of its format, its length and its patterns, if they can be satisfied together. */
export function makeString(schema: MockSchema, { random, nowMs }: GenerationContext): string {
  const { format = '', minLength = 0, maxLength = Infinity, pattern } = schema;
  const patterns = schema.patterns ?? (pattern === undefined ? [] : [pattern]);
  const tests = patterns.map((source) => new RegExp(source, 'u'));
  const fits = (text: string) =>
    [...text].length >= minLength && [...text].length <= maxLength && tests.every((test) => test.test(text));
  for (let extent = 1; extent <= ATTEMPTS; extent++) {
    // For a pattern without a format, a word or a number looks most natural.
    const plain = format === '' ? [drawOne(random, WORDS), String(drawInteger(random, 1, 999))] : [];
    const common = FORMATS[format]?.(random, nowMs) ?? (patterns.length > 0 ? plain : []);
    const samples = patterns.map((source) => samplePattern(source, extent, random));
    const found = [...common, samples.join(''), ...samples].find(fits);
    if (found) return found;
    if (patterns.length === 0) break;
  }
  return makeWords(minLength, maxLength, random);
}

function makeWords(minLength: number, maxLength: number, random: Random): string {
  let text = `${drawOne(random, WORDS)} ${drawOne(random, WORDS)}`;
  while (text.length < minLength) text += ` ${drawOne(random, WORDS)}`;
  return text.slice(0, maxLength).replace(/ $/, 's');
}
