import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Carrier, type Construct, type ConstructName, constructs } from '../schemas/constructs.js';
import type { JsonSchema } from '../schemas/support/arbitrary-of.js';
import { listConstructs } from '../schemas/support/construct-files.js';
import { createJudges, type Judge } from '../schemas/support/judge.js';
import { listPlacesOfJson, listPlacesOfSchema } from './support/list-places.js';
import { type Descriptions, writeDescriptions } from './support/write-descriptions.js';

let descriptions: Descriptions;
let judgeOf: (carrier: Carrier, name: ConstructName) => Judge;

beforeAll(async () => {
  descriptions = await writeDescriptions();
  judgeOf = createJudges(descriptions.byProject.constructs);
});
afterAll(() => descriptions?.remove());

describe.each(['body', 'query', 'path'] as const)('in the %s', (carrier) => {
  test.each(listConstructs(carrier))('%s is described by a type wherever zod knows one', (name) => {
    const { schema, resolve } = judgeOf(carrier, name);
    expect(findGaps(constructs[name].schema, 'input', schema, resolve)).toEqual([]);
  });

  test.each(listConstructs(carrier))('%s, with any part of it taken away, is not', (name) => {
    const { schema, resolve } = judgeOf(carrier, name);
    const { unknown } = listPlacesOfSchema(constructs[name].schema, 'input');
    const emptied = listEmptied(schema);
    expect(emptied.length).toBeGreaterThan(0);
    for (const one of emptied) {
      const gaps = findGaps(constructs[name].schema, 'input', one, resolve);
      if (unknown.size === 0) expect(gaps, JSON.stringify(one)).not.toEqual([]);
    }
  });
});

test.each(listConstructs('body'))(
  '%s is described by a type wherever zod knows one, as an output',
  (name) => {
    const { schema, output = schema } = constructs[name] as Construct;
    const { resolve } = judgeOf('body', name);
    const operation = descriptions.byProject.constructs.paths[`/body/${name}`].post;
    const answer = operation.responses[200].content['application/json'].schema;
    expect(findGaps(output, 'output', answer.properties.value, resolve)).toEqual([]);
  },
);

test.each(['conduit', 'own'] as const)('no schema in the description of %s is without a type', (project) => {
  const { paths, components } = descriptions.byProject[project];
  const resolve = (reference: string) => components.schemas[reference.replace('#/components/schemas/', '')];
  const schemas = listSchemas({ paths, components });
  expect(schemas.length).toBeGreaterThan(5);
  for (const schema of schemas) expect([...listPlacesOfJson(schema, resolve).unknown]).toEqual([]);
});

/** The places where the description knows no type though zod does, and those that it does not mention. */
function findGaps(
  schema: Construct['schema'],
  side: 'input' | 'output',
  described: JsonSchema,
  resolve: (reference: string) => JsonSchema,
): readonly string[] {
  const meant = listPlacesOfSchema(schema, side);
  const said = listPlacesOfJson(described, resolve);
  const untyped = [...said.unknown].filter((place) => !meant.unknown.has(place));
  const missing = [...meant.known].filter((place) => !said.known.has(place) && !said.unknown.has(place));
  return [...untyped.map((place) => `any: ${place}`), ...missing.map((place) => `missing: ${place}`)];
}

/** Copies of a schema, in each of which one of its parts is `{}`. */
function listEmptied(schema: JsonSchema): readonly JsonSchema[] {
  const within = Object.entries(schema).flatMap(([keyword, value]): JsonSchema[] => {
    if (['items', 'additionalProperties'].includes(keyword) && typeof value === 'object') {
      return listEmptied(value as JsonSchema).map((part) => ({ ...schema, [keyword]: part }));
    }
    if (['anyOf', 'oneOf', 'prefixItems'].includes(keyword)) {
      const parts = value as readonly JsonSchema[];
      return parts.flatMap((part, index) =>
        listEmptied(part).map((one) => ({ ...schema, [keyword]: parts.with(index, one) })),
      );
    }
    if (keyword !== 'properties') return [];
    const properties = value as Readonly<Record<string, JsonSchema>>;
    return Object.entries(properties).flatMap(([key, part]) =>
      listEmptied(part).map((one) => ({ ...schema, properties: { ...properties, [key]: one } })),
    );
  });
  return [{}, ...within];
}

/** The schemas that stand under the key `schema` anywhere, and the named ones. */
function listSchemas({
  paths,
  components,
}: {
  paths: object;
  components: { schemas: object };
}): JsonSchema[] {
  const visit = (node: unknown): JsonSchema[] => {
    if (typeof node !== 'object' || node === null) return [];
    return Object.entries(node).flatMap(([key, value]) =>
      key === 'schema' ? [value as JsonSchema] : visit(value),
    );
  };
  return [...visit(paths), ...visit(components), ...Object.values(components.schemas)];
}
