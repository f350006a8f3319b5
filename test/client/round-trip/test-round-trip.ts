import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INPUTS } from './arbitrary-input.js';
import { buildRoundTrip, type RoundTrip } from './build-round-trip.js';
import { printValue } from './project/print-value.js';

/** Sends `samples` inputs from a generated client to its generated server; each must arrive and come back as it was. */
export function testRoundTrip(samples: number): void {
  let roundTrip: RoundTrip;
  beforeAll(async () => {
    roundTrip = await buildRoundTrip();
  });
  afterAll(() => roundTrip?.close());

  const shares = { place: 0.2, filter: 0.5, send: 0.3 } as const;
  const names = ['place', 'filter', 'send'] as const;
  test.each(names)(`what is sent to %s arrives, and comes back`, async (name) => {
    await fc.assert(
      fc.asyncProperty(INPUTS[name] as fc.Arbitrary<object>, async (input) => {
        const { seen, back } = await roundTrip.echo[name](input).orThrow();
        expect(seen).toBe(printValue(input));
        expect(back).toEqual(asJson(input));
      }),
      { numRuns: samples * shares[name] },
    );
  });
}

/** A value as JSON carries it: dates and bigints as text, sets as lists, no zero below zero. */
function asJson(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return String(value);
  if (value === 0) return 0;
  if (value instanceof Set || Array.isArray(value)) return [...value].map(asJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asJson(member)]));
}
