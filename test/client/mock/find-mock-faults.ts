import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { MAX_ITEMS } from '../../../src/examples/generation-context.js';
import { makeValue } from '../../../src/examples/make-value.js';
import type { MockSchema, MockSchemas } from '../../../src/examples/mock-schema.js';
import { createRandom } from '../../../src/examples/random.js';

const NOW_MS = Date.UTC(2026, 5, 1);

/** What an independent validator finds in made-up answers to every operation of a description, for seeds from 1 on. */
// biome-ignore lint/suspicious/noExplicitAny: a description is walked by its keys.
export function findMockFaults(description: any, seeds: number): readonly string[] {
  const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9, logger: false });
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  ajv.addSchema(description, 'api');
  const schemas: MockSchemas = description.components?.schemas ?? {};
  return listAnswers(description).flatMap(({ name, schema, pointer }) => {
    const validate = ajv.compile({ $ref: `api#${pointer}` });
    const faults = Array.from({ length: seeds }, (_, index) => {
      const random = createRandom(`${index + 1} ${name}`);
      const value = JSON.parse(
        JSON.stringify(makeValue(schema, { random, schemas, depth: 0, nowMs: NOW_MS, maxItems: MAX_ITEMS })),
      );
      return validate(value) ? [] : [`${name}: ${print(validate.errors?.[0])} in ${JSON.stringify(value)}`];
    });
    return faults.flat().slice(0, 1);
  });
}

interface Answer {
  readonly name: string;
  readonly schema: MockSchema;
  readonly pointer: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a description is walked by its keys.
function listAnswers({ paths }: any): readonly Answer[] {
  return Object.entries<Record<string, never>>(paths).flatMap(([path, operations]) =>
    // biome-ignore lint/suspicious/noExplicitAny: a description is walked by its keys.
    Object.entries<any>(operations).flatMap(([method, { operationId, responses }]) => {
      const status = Object.keys(responses).find((code) => code.startsWith('2')) ?? '';
      const schema = responses[status]?.content?.['application/json']?.schema;
      const keys = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema'];
      const pointer = keys.map(
        (key) => `/${encodeURIComponent(key.replace(/~/g, '~0').replace(/\//g, '~1'))}`,
      );
      return schema ? [{ name: operationId, schema, pointer: pointer.join('') }] : [];
    }),
  );
}

function print(error: ErrorObject | undefined): string {
  return `${error?.instancePath} ${error?.message}`;
}
