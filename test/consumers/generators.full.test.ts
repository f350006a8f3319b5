import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkGenerated, type Generator, generators, runGenerator } from './support/run-generator.js';
import type { ToolResult } from './support/run-tool.js';
import {
  type Descriptions,
  PROJECTS,
  type Project,
  writeDescriptions,
} from './support/write-descriptions.js';

/** What a generator says when it is not content with what it reads. */
const COMPLAINT = /⚠|✘|❌|warn|error|skipping|fail|missing|invalid|unsupported|not supported|could not/i;

/** Types that a generator cannot write, as others have told it. */
const UNWRITTEN: readonly {
  readonly generator: Generator;
  readonly reason: string;
  readonly faults: string[];
}[] = [
  {
    generator: 'openapi-typescript',
    reason:
      'A list that holds itself, with no object in between, is no type of a member of an interface: openapi-ts/openapi-typescript#1603.',
    faults: ['BodyJsonNode', 'BodyLazyRecursiveNode'].map(
      (name) =>
        `openapi-typescript/constructs/schema.ts: error TS2502: '${name}' is referenced directly or indirectly in its own type annotation.`,
    ),
  },
  {
    generator: 'orval',
    reason:
      'Keys beside the declared ones get an index signature that the declared ones contradict, until orval 8: orval-labs/orval#3321.',
    // Of `objectCatchall`: in the body, in the query, and in the answers of both.
    faults: Array.from(
      { length: 4 },
      () =>
        "orval/constructs/api.ts: error TS2411: Property 'a' of type 'string' is not assignable to 'string' index type 'number'.",
    ),
  },
];

/** Constructs of which a generator writes what is no TypeScript at all, so that nothing else could be checked beside them. */
const UNREADABLE: Partial<
  Record<Generator, { readonly reason: string; readonly constructs: readonly string[] }>
> = {
  orval: {
    reason: 'A key with an apostrophe is printed between apostrophes as it is (orval 7.13.2).',
    constructs: ['keysOfAnyScript'],
  },
};

/** What a caller writes with each generator's output; every line of it holds only when the types are right. */
const CALLERS: Readonly<Record<Generator, string>> = {
  'openapi-typescript': `
import type { paths } from './openapi-typescript/own/schema';
import type { paths as Constructs } from './openapi-typescript/constructs/schema';
type Create = paths['/api-keys']['post'];
type Json<Operation extends { responses: object }, Status extends keyof Operation['responses']> =
  Operation['responses'][Status] extends { content: { 'application/json': infer Body } } ? Body : never;
export const body: NonNullable<Create['requestBody']>['content']['application/json'] = { name: 'ci' };
export const read = (created: Json<Create, 201>): [true, string, string | null] =>
  [created.success, created.payload.key, created.payload.lastUsedAt];
export const failed = (failure: Json<Create, 400>): [false, string[]] =>
  [failure.success, failure.errors?.flatMap(({ path }) => path) ?? []];
// @ts-expect-error: there is no such status.
export type Teapot = Create['responses'][418];
export const bounds: Constructs['/query/recordByEnum']['get']['parameters']['query'] = { value: { a: 1, b: 2 } };
// @ts-expect-error: a key of the record is missing.
export const unbound: Constructs['/query/recordByEnum']['get']['parameters']['query'] = { value: { a: 1 } };
`,
  'hey-api': `
import { apiKeysCreate, apiKeysDelete, apiKeysList, healthCheck } from './hey-api/own';
import { bodyDiscriminated } from './hey-api/constructs';
export async function call(): Promise<[string, string | null | undefined, 'ok' | undefined]> {
  const created = await apiKeysCreate({ body: { name: 'ci' }, throwOnError: true });
  const { key }: { key: string } = created.data.payload;
  const { data } = await apiKeysList();
  // @ts-expect-error: the id is missing.
  await apiKeysDelete({ path: {} });
  await bodyDiscriminated({ body: { value: { kind: 'circle', r: 1 } } });
  // @ts-expect-error: a circle has no width.
  await bodyDiscriminated({ body: { value: { kind: 'circle', w: 1, h: 1 } } });
  return [key, data?.payload[0]?.lastUsedAt, (await healthCheck()).data?.status];
}
`,
  orval: `
import { apiKeysCreate, apiKeysList } from './orval/own/api';
import { bodyDiscriminated } from './orval/constructs/api';
export async function call(): Promise<[string, string | null | undefined] | string> {
  const created = await apiKeysCreate({ name: 'ci' });
  if (created.status !== 201) return created.data.message;
  const { key }: { key: string } = created.data.payload;
  const listed = await apiKeysList();
  await bodyDiscriminated({ value: { kind: 'box', w: 1, h: 1 } });
  // @ts-expect-error: a box has no radius.
  await bodyDiscriminated({ value: { kind: 'box', r: 1 } });
  return [key, listed.status === 200 ? listed.data.payload[0]?.lastUsedAt : undefined];
}
`,
};

let descriptions: Descriptions;
let faults: readonly string[];
const results = new Map<string, ToolResult>();

beforeAll(async () => {
  descriptions = await writeDescriptions();
  const { folder } = descriptions;
  const runAll = async (generator: Generator) => {
    for (const project of PROJECTS) {
      const input = project === 'constructs' ? await writeReadable(generator) : project;
      results.set(`${generator} ${project}`, await runGenerator(generator, folder, project, input));
    }
    await writeFile(join(folder, `${generator}-caller.ts`), CALLERS[generator]);
  };
  await Promise.all(generators.map(runAll));
  faults = await checkGenerated(folder, ['.']);
});
afterAll(() => descriptions?.remove());

/** Writes the description of constructs without what `generator` cannot write, and gives the name of its file. */
async function writeReadable(generator: Generator): Promise<string> {
  const { constructs = [] } = UNREADABLE[generator] ?? {};
  const { paths, ...rest } = descriptions.byProject.constructs;
  const isUnreadable = (path: string) => constructs.some((construct) => path.endsWith(`/${construct}`));
  const readable = Object.entries(paths).filter(([path]) => !isUnreadable(path));
  expect(readable.length, 'each of them is there').toBeLessThanOrEqual(
    Object.keys(paths).length - constructs.length,
  );
  const name = `constructs-for-${generator}`;
  const description = { ...rest, paths: Object.fromEntries(readable) };
  await writeFile(join(descriptions.folder, `${name}.json`), JSON.stringify(description));
  return name;
}

describe.each(generators)('%s', (generator) => {
  test.each(PROJECTS)('reads the description of %s and says nothing against it', (project) => {
    const { code, stdout, stderr } = results.get(`${generator} ${project}`) as ToolResult;
    expect(code, stdout + stderr).toBe(0);
    expect(complaintsIn(`${stdout}\n${stderr}`)).toEqual([]);
  });

  test.each(PROJECTS)('writes a client of %s that TypeScript takes, strictly', (project: Project) => {
    const place = `${generator}/${project}/`;
    const unwritten = UNWRITTEN.filter((one) => one.generator === generator).flatMap((one) => one.faults);
    expect(faults.filter((fault) => fault.startsWith(place)).sort()).toEqual(
      unwritten.filter((fault) => fault.startsWith(place)).sort(),
    );
  });

  test('writes types that its callers can use, and that tell them what is wrong', () => {
    expect(faults.filter((fault) => fault.startsWith(`${generator}-caller`))).toEqual([]);
  });

  test('does not take a description whose reference leads nowhere', async () => {
    const copy = structuredClone(descriptions.byProject.own);
    const { content } = copy.paths['/api-keys'].get.responses[200];
    content['application/json'].schema = { $ref: '#/components/schemas/Nowhere' };
    await writeFile(join(descriptions.folder, 'broken.json'), JSON.stringify(copy));
    const { stdout, stderr } = await runGenerator(generator, descriptions.folder, 'broken');
    expect(complaintsIn(`${stdout}\n${stderr}`).join('\n')).toMatch(/Nowhere|Can't resolve \$ref/);
  });
});

test('TypeScript finds an error in what was generated when there is one', async () => {
  await writeFile(
    join(descriptions.folder, 'wrong.ts'),
    "import type { components } from './openapi-typescript/own/schema';\nexport const id: components['schemas']['ApiKey']['id'] = 5;\n",
  );
  const found = await checkGenerated(descriptions.folder, ['wrong.ts']);
  expect(found).toEqual(["wrong.ts: error TS2322: Type 'number' is not assignable to type 'string'."]);
});

function complaintsIn(output: string): readonly string[] {
  return output.split('\n').filter((line) => COMPLAINT.test(line));
}
