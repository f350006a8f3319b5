import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type Carrier, type Construct, type ConstructName, constructs } from '../constructs.js';
import { arbitraryOf } from './arbitrary-of.js';
import { listConstructs } from './construct-files.js';
import { decodeBySchema } from './decode-by-schema.js';
import { EXCEPTIONS, findException, isRefusable, type Part } from './exceptions.js';
import type { Judge } from './judge.js';
import { mutated } from './mutate.js';
import { toJson } from './print-json.js';
import { received } from './record-input.js';
import { type Answer, type Bench, startBench } from './start-bench.js';
import { listMeanings, toTexts } from './texts.js';

/** The same samples in every run, unless someone looks for others. */
export const SEED = Number(process.env.PROCGEN_TEST_SEED ?? 20_260_301);

/** Holds the properties of every construct, by so many samples each. */
export function defineProperties(samples: number): void {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench?.stop());

  describe.each(['body', 'query', 'path'] as const)('in the %s', (carrier) => {
    test.each(listConstructs(carrier))(
      '%s is accepted, received and answered as documented',
      async (name) => {
        const judge = bench.judge(carrier, name);
        const verdicts = new Set<Verdict>();
        await fc.assert(
          fc.asyncProperty(valuesOf(judge, constructs[name]), async (value) => {
            verdicts.add(await check(bench, judge, carrier, name, value));
          }),
          { seed: SEED, numRuns: samples, includeErrorInReport: true },
        );
        expect(verdicts).toContain('accepted');
        if (carrier === 'body' && isRefusable(name)) expect(verdicts).toContain('refused');
      },
    );
  });

  test.each(EXCEPTIONS)('$name: an exception, and a real one', async (exception) => {
    const [carrier, name, value] = exception.example;
    expect(exception.applies(name, carrier, value)).toBe(true);
    const judge = bench.judge(carrier, name);
    const isDocumented = judge.findFaults(value).length === 0;
    if (exception.parts.includes('client refuses')) {
      expect(isDocumented).toBe(true);
      await expect(bench.call(carrier, name, typeValue(carrier, name, value))).rejects.toThrow(TypeError);
    } else {
      const answer = await bench.send(carrier, name, value);
      expect(answer?.status).toBe(isDocumented ? 400 : 200);
    }
  });
}

/** What became of one sample; `unsaid` when no URL can say it, `excepted` where one of the exceptions holds. */
type Verdict = 'accepted' | 'refused' | 'excepted' | 'unsaid';

/** Values of a construct: valid ones, ones with a small error, and none at all. */
export function valuesOf(judge: Judge, { samples = [] }: Construct): fc.Arbitrary<unknown> {
  const walked = arbitraryOf(judge.schema, (reference) => judge.resolve(reference));
  const meant = samples.length > 0 ? fc.oneof(fc.constantFrom(...samples), walked) : walked;
  const missing = fc.constant(undefined);
  return fc
    .oneof({ weight: 10, arbitrary: meant }, { weight: 8, arbitrary: mutated(meant) }, missing)
    .map((value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value))));
}

async function check(
  bench: Bench,
  judge: Judge,
  carrier: Carrier,
  name: ConstructName,
  value: unknown,
): Promise<Verdict> {
  const answer = await bench.send(carrier, name, value);
  if (!answer) return 'unsaid';
  const faults = carrier === 'body' ? judge.findFaults(value) : findTextFaults(judge, value);
  const shown = `${carrier} ${name} ${JSON.stringify(value)} -> ${JSON.stringify(answer.body)}`;
  const isExcepted = (part: Part) => findException(part, name, carrier, value) !== undefined;
  if (faults.length > 0) {
    if (answer.status === 200 && isExcepted('server accepts more')) return 'excepted';
    expect(answer.status, `documented as wrong at ${JSON.stringify(faults)}: ${shown}`).toBe(400);
    // A refinement points where it likes.
    if (!isExcepted('server refuses more')) checkPaths(answer, faults, shown);
    return 'refused';
  }
  if (answer.status === 400 && isExcepted('server refuses more')) return 'excepted';
  expect(answer.status, `documented as right: ${shown}`).toBe(200);
  const expected = await checkReceived(carrier, name, value, shown);
  expect(answer.body, shown).toEqual(expected);
  expect(judge.findAnswerFaults(answer.body), shown).toEqual([]);
  // What only has the text of something that is right is not of the client's type.
  if (judge.findFaults(value).length > 0) return 'accepted';
  if (isExcepted('client refuses')) return 'accepted';
  const result = await bench.call(carrier, name, typeValue(carrier, name, value));
  expect(result.success, `${shown} ${result.message}`).toBe(true);
  expect(result.payload, `through the client: ${shown}`).toEqual(expected);
  if (carrier !== 'body') return 'accepted';
  for await (const event of bench.follow(name, typeValue(carrier, name, value))) {
    expect(event, `as an event: ${shown}`).toEqual(expected);
    expect(judge.findEventFaults(event), `as an event: ${shown}`).toEqual([]);
  }
  return 'accepted';
}

/** Every entry points at a place where the description says the value is wrong. */
function checkPaths({ body }: Answer, faults: readonly (readonly string[])[], shown: string): void {
  const paths = (body.errors ?? []).map(({ path }: { path: string[] }) => path);
  expect(paths.length, shown).toBeGreaterThan(0);
  for (const path of paths) expect(faults, shown).toContainEqual(path);
}

/** What a value that travels in a carrier is of the schema's types: a `Date` for its text, `null` for the text `null`. */
function typeValue(carrier: Carrier, name: ConstructName, value: unknown): unknown {
  const { schema } = constructs[name];
  return carrier === 'body'
    ? decodeBySchema(schema, value, 'json')
    : decodeBySchema(schema, toTexts(value), 'text');
}

/** The handler received what zod makes of the decoded value; resolves to what is to be answered. */
async function checkReceived(carrier: Carrier, name: ConstructName, value: unknown, shown: string) {
  const { schema, output = schema } = constructs[name] as Construct;
  const parsed = await parse(schema, typeValue(carrier, name, value));
  const difference = `received ${printDeep(received.input)}, not ${printDeep(parsed)}: ${shown}`;
  expect(isDeepStrictEqual(received.input, parsed), difference).toBe(true);
  return toJson(await parse(output, (parsed as { value?: unknown }).value));
}

/** Where a value is wrong as text: nowhere when its texts can be meant as something that is right. */
function findTextFaults(judge: Judge, value: unknown): readonly (readonly string[])[] {
  const places: (readonly string[])[] = [];
  for (const meaning of [value, ...listMeanings(toTexts(value))]) {
    const faults = judge.findFaults(meaning);
    if (faults.length === 0) return [];
    places.push(...faults);
  }
  return places;
}

async function parse(schema: z.core.$ZodType, value: unknown): Promise<unknown> {
  return z.parseAsync(z.object({ value: schema }), value === undefined ? {} : { value });
}

function printDeep(value: unknown): string {
  return JSON.stringify(value, (_key, part) => {
    if (typeof part === 'bigint') return `${part}n`;
    return part instanceof Set ? { set: [...part] } : part;
  });
}
