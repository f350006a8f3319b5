import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createProcgen, generate, tsoa } from './generators.js';
import { writeFlatProject } from './write-flat-project.js';
import { writeTsoaProject } from './write-tsoa-project.js';

interface Description {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
}

interface Schema {
  readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** Needs `dist/`, and the rivals: `npm ci --prefix test/bench`. */
it('tsoa describes the same service as procgen: operations, parameters and schemas with their limits', async () => {
  const [ours, theirs] = [writeFlatProject(2).root, writeTsoaProject(2)];
  await generate(createProcgen(), { root: ours, operations: 2 });
  await generate(tsoa, { root: theirs, operations: 2 });
  const [one, other] = [read(`${ours}/generated/openapi.json`), read(`${theirs}/generated/swagger.json`)];
  expect(other).toEqual(one);
  expect(one.operations).toHaveLength(2);
  expect(Object.keys(one.schemas[1]?.properties ?? {})).toHaveLength(6);
});

/** What both descriptions have to say alike; how they say it otherwise is each one's own. */
function read(file: string) {
  const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Description;
  const operations = Object.entries(paths).map(([path, { get }]) => ({
    path,
    summary: get.summary,
    description: get.description,
    tags: get.tags.map((tag) => tag.toLowerCase()),
    isProtected: get.security.length > 0,
    parameters: get.parameters.map(({ name, in: place, schema }) => [name, place, keepLimits(schema)]),
  }));
  const schemas = [0, 1].map((index) => {
    const { properties = {}, required = [] } = components.schemas[`Resource${index}`] ?? {};
    const kept = Object.entries(properties).map(([name, schema]) => [name, keepLimits(schema)]);
    return { properties: Object.fromEntries(kept), required: [...required].sort() };
  });
  return { operations: operations.sort((a, b) => (a.path < b.path ? -1 : 1)), schemas };
}

const LIMITS = ['type', 'default', 'minimum', 'maximum', 'minLength', 'maxLength', 'enum', 'items'];

function keepLimits(schema: Readonly<Record<string, unknown>>): object {
  // zod says of every integer that it is a safe one.
  const kept = ([keyword, value]: [string, unknown]) =>
    LIMITS.includes(keyword) && value !== Number.MAX_SAFE_INTEGER;
  return Object.fromEntries(Object.entries(schema).filter(kept));
}
