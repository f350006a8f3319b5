import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { SchemaDescriber } from '../../../src/compiler/parsed/schema-describer.js';

/** Ends what nobody can reach any more. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Describes a schema that has an id, and contains itself. */
function describeOne(describer: SchemaDescriber) {
  const named = z
    .object({
      a: z.string(),
      get more() {
        return z.array(named);
      },
    })
    .meta({ id: 'DescribedOnce' });
  const schema = z.object({ named, either: z.union([named, z.object({ b: z.date() })]) });
  const shape = describer.describe(schema, 'output');
  describer.commit();
  return { shape, live: [named, schema].map((each) => new WeakRef<object>(each)) };
}

test('A description keeps no schema alive.', async () => {
  const describer = new SchemaDescriber();
  // V8 keeps the first objects that it has seen in a place of the code.
  for (let count = 0; count < 5; count++) describeOne(describer);
  const { shape, live } = describeOne(describer);
  // What has been looked at in a turn of the event loop stays until its end.
  for (let turn = 0; turn < 3; turn++) {
    await new Promise(setImmediate);
    collectGarbage();
  }
  expect(live.map((schema) => schema.deref())).toEqual([undefined, undefined]);
  const [component] = Object.values(describer.listComponents([shape]));
  expect(component?.id).toBe('DescribedOnce');
  expect(structuredClone(component)).toEqual(component);
});

test('What was described of a file is described again after it was rolled back.', () => {
  const describer = new SchemaDescriber();
  let isReady = false;
  const Lazy = z
    .object({
      get inner() {
        if (!isReady) throw new Error('not yet');
        return z.string();
      },
    })
    .meta({ id: 'Lazy' });
  const describeAgain = () => {
    const shape = describer.describe(Lazy, 'input');
    return Object.values(describer.listComponents([shape]))[0]?.shapes.input?.kind;
  };
  expect(describeAgain()).toBe('unsupported');
  isReady = true;
  describer.rollBack();
  expect(describeAgain()).toBe('object');
});
