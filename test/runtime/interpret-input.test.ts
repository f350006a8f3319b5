import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { prepareOwnParse } from '../../src/authoring/prepare-parse.js';
import { finishIssue } from '../../src/definition/format-issue.js';
import type { DecodingPlan } from '../../src/protocol/decoding-plan.js';
import { prepareDecoder } from '../../src/runtime/request/decode/prepare-decoder.js';
import { interpretInput } from '../../src/runtime/request/interpret-input.js';

const FEW = z.union([z.number().max(5), z.string()]);
const NUMBER_OR_TEXT: DecodingPlan = { union: ['number', 'string'] };

/** Reads `value` as a query would be, and counts how often the schema was asked. */
async function read(schema: z.ZodType, plan: DecodingPlan, value: unknown) {
  const decode = prepareDecoder(plan, 'text');
  let tries = 0;
  const { checked } = await interpretInput(prepareOwnParse(schema), (passed) => {
    tries += 1;
    return decode(value, [], passed);
  });
  const errors = checked.issues
    ?.map((issue) => finishIssue(issue))
    .map(({ path, message }) => `${path.join('.')}: ${message}`);
  return { data: checked.data, errors, tries };
}

describe('A union in a query', () => {
  it.each([
    ['5', 5, 1],
    ['7', '7', 2],
    ['x', 'x', 1],
  ])('takes the most specific member that %j fits, as the schema sees it', async (text, v, tries) => {
    const { data, tries: requested } = await read(
      z.object({ v: FEW }),
      { object: { v: NUMBER_OR_TEXT } },
      { v: text },
    );
    expect(data).toEqual({ v });
    expect(requested).toBe(tries);
  });

  it('is told of as its first member sees it, where none fits', async () => {
    const schema = z.object({ v: z.union([z.number().max(5), z.string().max(1)]) });
    const { errors } = await read(schema, { object: { v: NUMBER_OR_TEXT } }, { v: '77' });
    expect(errors).toEqual(['v: Too big: expected number to be <=5']);
  });

  it('is corrected beside one that cannot be, and beside other errors', async () => {
    const schema = z.object({ a: FEW, b: z.union([z.number().max(5), z.string().max(1)]), c: z.number() });
    const plan = { object: { a: NUMBER_OR_TEXT, b: NUMBER_OR_TEXT, c: 'number' } } as const;
    const { errors } = await read(schema, plan, { a: '7', b: '77', c: 'x' });
    expect(errors).toEqual([
      'b: Too big: expected number to be <=5',
      'c: Invalid input: expected number, received string',
    ]);
  });

  it('may stand inside another: the inner one is looked at first, and anew in the next of the outer', async () => {
    const inner = z.union([z.number().max(5), z.string().max(2)]);
    const schema = z.object({
      v: z.union([z.object({ a: inner, b: z.number() }), z.object({ a: inner, b: z.string() })]),
    });
    const plan: DecodingPlan = {
      object: {
        v: {
          union: [
            { object: { a: NUMBER_OR_TEXT, b: 'number' } },
            { object: { a: NUMBER_OR_TEXT, b: 'string' } },
          ],
        },
      },
    };
    expect((await read(schema, plan, { v: { a: '77', b: '1' } })).data).toEqual({ v: { a: '77', b: 1 } });
    expect((await read(schema, plan, { v: { a: '4', b: 'x' } })).data).toEqual({ v: { a: 4, b: 'x' } });
    const { data, errors } = await read(schema, plan, { v: { a: '777', b: '1' } });
    expect(data).toBeUndefined();
    expect(errors).toHaveLength(1);
  });

  it('is asked about a limited number of times', async () => {
    const keys = Array.from({ length: 100 }, (_, index) => `k${index}`);
    const members = ['number', 'bigint', 'boolean', 'date', 'string'] as const;
    const schema = z.record(
      z.string(),
      z.union([z.number().max(-1), z.bigint().max(-1n), z.string().max(0)]),
    );
    const { tries } = await read(
      schema,
      { record: { union: members } },
      Object.fromEntries(keys.map((key) => [key, '1'])),
    );
    expect(tries).toBeLessThanOrEqual(16);
  });

  it('is not asked again about a long list of errors', async () => {
    const schema = z.object({
      at: z.array(z.union([z.date().min(new Date('2030-01-01')), z.string().max(1)])),
    });
    const plan: DecodingPlan = { object: { at: { array: { union: ['date', 'string'] } } } };
    const { tries } = await read(schema, plan, { at: Array.from({ length: 5_000 }, () => '2020-01-01') });
    expect(tries).toBe(1);
  });
});
