import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffDescriptions } from '../../../src/diff/diff-descriptions.js';
import type { Json } from '../../../src/diff/json.js';
import { arbitraryOf, type JsonSchema } from '../../schemas/support/arbitrary-of.js';
import { anySchema, changeSomewhere } from './arbitrary-schema.js';
import { describeUse } from './describe-api.js';

const NOW = new Date('2026-06-01');

const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9, logger: false });
(addFormats as unknown as (target: Ajv2020) => void)(ajv);

/** Two schemas, most often of one origin. */
const anyPair = fc
  .tuple(anySchema, anySchema, fc.nat(), fc.boolean())
  .map(([base, other, seed, isNear]): readonly [JsonSchema, JsonSchema] => [
    base,
    isNear ? changeSomewhere(base, other, seed) : other,
  ]);

/** Defines the properties of the comparison of schemas; each is tried `numRuns` times. */
export function defineProperties(numRuns: number): void {
  describe('properties of the comparison', () => {
    test('Nothing differs from itself.', () => {
      fc.assert(
        fc.property(anySchema, (schema) => {
          expect(diffUse('response', schema, structuredClone(schema))).toEqual([]);
        }),
        { numRuns, endOnFailure: true },
      );
    });

    test('What is told of a change is told of its inverse, if something else.', () => {
      fc.assert(
        fc.property(anyPair, ([base, head]) => {
          expect(tellsMore('request', base, head)).toBe(tellsMore('request', head, base));
        }),
        { numRuns, endOnFailure: true },
      );
    });

    test('What callers send by the base is valid by the head, when nothing but safe changes is told.', () => {
      fc.assert(
        fc.property(anyPair, fc.gen(), ([base, head], draw) => {
          if (diffUse('request', base, head).some(({ level }) => level !== 'safe')) return;
          expectAcceptance({ from: base, to: head, draw });
        }),
        { numRuns, endOnFailure: true },
      );
    });

    test('What is answered by the head is valid by the base, when nothing but safe changes is told.', () => {
      fc.assert(
        fc.property(anyPair, fc.gen(), ([base, head], draw) => {
          if (diffUse('response', base, head).some(({ level }) => level !== 'safe')) return;
          expectAcceptance({ from: head, to: base, draw });
        }),
        { numRuns, endOnFailure: true },
      );
    });
  });
}

/**
 * Whether something is told besides members of unions: one that is taken away while another takes in its values goes untold, and
 * is told of, as safe, when it comes back.
 */
function tellsMore(...given: Parameters<typeof diffUse>): boolean {
  return diffUse(...given).some(({ code }) => !/-union-member-(?:added|removed)$/.test(code));
}

function diffUse(direction: 'request' | 'response', base: JsonSchema, head: JsonSchema) {
  const [from, to] = [base, head].map((schema) => describeUse(direction, schema as Json));
  if (!from || !to) throw new Error('unreachable');
  return diffDescriptions(from, to, { now: NOW });
}

/** Values that are valid by `from`, with none but declared properties, are valid by `to`. */
function expectAcceptance({
  from,
  to,
  draw,
}: {
  from: JsonSchema;
  to: JsonSchema;
  draw: fc.GeneratorValue;
}): void {
  const [isSent, isAccepted] = [ajv.compile(from), ajv.compile(to)];
  for (let count = 0; count < 5; count++) {
    const text = JSON.stringify(draw(() => arbitraryOf(from, () => ({}))));
    // Ajv calls methods of these names, whoever's they are, when it looks for equal items.
    if (/"(?:toString|valueOf)"/.test(text)) continue;
    const value: unknown = JSON.parse(text);
    if (isSent(value)) expect(isAccepted(value), JSON.stringify({ from, to, value })).toBe(true);
  }
}
