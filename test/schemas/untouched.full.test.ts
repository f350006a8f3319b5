import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { PlanRegistry } from '../../src/compiler/model/plan-decoding.js';
import { streamOf } from '../../src/definition/output-kind.js';
import { describeSchemas } from '../compiler/support/describe-schemas.js';
import { type Carrier, type Construct, type ConstructName, constructs } from './constructs.js';
import { listConstructs } from './support/construct-files.js';
import { decodeBySchema } from './support/decode-by-schema.js';
import { deepFreeze } from './support/deep-freeze.js';
import { SEED, valuesOf } from './support/define-properties.js';
import { printSchema } from './support/print-schema.js';
import { type Bench, startBench } from './support/start-bench.js';

const NAMES = Object.keys(constructs) as ConstructName[];
const CARRIERS: readonly Carrier[] = ['body', 'query', 'path'];
/** Ones with much to decode, each called a thousand times. */
const BUSY: readonly ConstructName[] = [
  'coerceNumber',
  'discriminatedDates',
  'objectNested',
  'setOfDates',
  'preprocess',
];

let bench: Bench;
const samples = new Map<ConstructName, readonly unknown[]>();
beforeAll(async () => {
  bench = await startBench();
  for (const name of NAMES) {
    const values = valuesOf(bench.judge('body', name), constructs[name]);
    samples.set(name, fc.sample(values, { seed: SEED, numRuns: 8 }));
  }
});
afterAll(() => bench?.stop());

/** What a schema says to the samples, decoded and as they are. */
async function answers(name: ConstructName): Promise<unknown[]> {
  const { schema } = constructs[name];
  const values = (samples.get(name) ?? []).flatMap((value) => [value, decodeBySchema(schema, value, 'json')]);
  return Promise.all(
    values.map(async (value) => {
      const { success, data, error } = await z.safeParseAsync(schema, value);
      return success ? { data } : { issues: error.issues };
    }),
  );
}

async function sendAll(name: ConstructName): Promise<void> {
  for (const carrier of CARRIERS.filter((one) => listConstructs(one).includes(name))) {
    for (const value of samples.get(name) ?? []) await bench.send(carrier, name, value);
  }
}

function shapeOf(input: unknown): Readonly<Record<string, unknown>> {
  return (input as z.ZodObject).shape;
}

describe('The user’s schemas', () => {
  test('are the very ones that the server parses by', () => {
    for (const { name, procedure } of bench.routes.routes) {
      const construct = constructs[name.split('.')[1] as ConstructName] as Construct;
      const { input, output } = procedure.definition;
      expect(shapeOf(input).value).toBe(construct.schema);
      expect(shapeOf(streamOf(output)?.item ?? output).value).toBe(construct.output ?? construct.schema);
    }
  });

  test('give the same answers after thousands of calls', async () => {
    const before = new Map<ConstructName, unknown[]>();
    for (const name of NAMES) before.set(name, await answers(name));
    for (const name of NAMES) await sendAll(name);
    for (const name of BUSY) {
      const values = samples.get(name) ?? [];
      for (let call = 0; call < 1000; call++) await bench.send('body', name, values[call % values.length]);
    }
    for (const name of NAMES) {
      const after = await answers(name);
      expect(isDeepStrictEqual(after, before.get(name)), name).toBe(true);
    }
  });

  test('are described and planned when they are frozen to the last part', async () => {
    await freezeAll();
    for (const name of NAMES) {
      const { schema } = constructs[name];
      const { output = schema } = constructs[name] as Construct;
      const { shapes, registry } = describeSchemas([
        { schema, side: 'input' },
        { schema: output, side: 'output' },
      ]);
      const plans = new PlanRegistry(registry, (key) => key);
      for (const carrier of ['text', 'json'] as const) {
        for (const shape of shapes.slice(0, 1)) plans.plan(shape, carrier);
      }
      expect(printSchema(schema, 'input').schema).toBeTypeOf('object');
    }
  });

  test('serve every call when they are frozen to the last part', async () => {
    await freezeAll();
    for (const name of NAMES) {
      for (const carrier of CARRIERS.filter((one) => listConstructs(one).includes(name))) {
        for (const value of samples.get(name) ?? []) {
          const answer = await bench.send(carrier, name, value);
          expect([undefined, 200, 400], `${carrier} ${name} ${JSON.stringify(value)}`).toContain(
            answer?.status,
          );
        }
      }
    }
  });
});

/** zod remembers what it found out at the first parse; what is remembered is frozen with the rest. */
async function freezeAll(): Promise<void> {
  for (const name of NAMES) {
    await answers(name);
    const { schema, output = schema } = constructs[name] as Construct;
    for (const one of [schema, output]) {
      if (Object.isFrozen(one)) continue;
      for (const io of ['input', 'output'] as const) z.toJSONSchema(one, { io, unrepresentable: 'any' });
      deepFreeze(one);
    }
    expect(Object.isFrozen(schema._zod.def)).toBe(true);
  }
}
