import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRELUDE } from './support/construct-files.js';
import { received } from './support/record-input.js';
import { type ServedProject, serveProject } from './support/serve-project.js';

let project: ServedProject;
beforeAll(async () => {
  project = await serveProject({
    examples: `${PRELUDE}
import { actionResponse } from 'procgen';

const Input = z.object({
  flag: z.boolean().optional(),
  n: z.number().optional(),
  tag: z.array(z.string()).optional(),
  d: z.date().optional(),
  s: z.string().optional(),
});

export const search = base
  .meta({ openapi: { method: 'GET', path: '/search', summary: 'Search' } })
  .input(Input)
  .output(Input)
  .query(({ input }) => recordInput(input));

export const save = base
  .meta({ openapi: { method: 'POST', path: '/save', summary: 'Save' } })
  .input(Input)
  .output(Input)
  .mutation(({ input }) => recordInput(input));

export const read = base
  .meta({ openapi: { method: 'GET', path: '/read/:s', summary: 'Read' } })
  .input(z.object({ s: z.string() }))
  .output(z.object({ s: z.string() }))
  .query(({ input }) => recordInput(input));

const split = (value: unknown) => (typeof value === 'string' ? value.split(',') : value);

export const tags = base
  .meta({ openapi: { method: 'GET', path: '/tags', summary: 'A list that is preprocessed, and one that is caught' } })
  .input(
    z.object({
      tag: z.preprocess(split, z.array(z.string())).optional(),
      plain: z.preprocess((value) => value, z.array(z.int())).optional(),
      repaired: z.preprocess(split, z.array(z.string())).catch([]),
      nullish: z.preprocess(split, z.array(z.string())).nullish(),
      nullable: z.preprocess(split, z.array(z.string()).nullable()).optional(),
      caught: z.array(z.int()).catch([0]).optional(),
    }),
  )
  .output(z.any())
  .query(({ input }) => recordInput(input));

const Filter = z.object({ a: z.int(), b: z.date().optional() });
const show = (input: unknown) => (recordInput(input) === undefined ? 'nothing' : 'something');

export const optional = base
  .meta({ openapi: { method: 'GET', path: '/optional', summary: 'An input that may be left out' } })
  .input(Filter.optional())
  .output(z.string())
  .query(({ input }) => show(input));

export const optionalBody = base
  .meta({ openapi: { method: 'POST', path: '/optional', summary: 'A body that may be left out' } })
  .input(Filter.default({ a: 7 }))
  .output(z.string())
  .mutation(({ input }) => show(input));

export const caught = base
  .meta({ openapi: { method: 'GET', path: '/caught/:page', summary: 'A path parameter that is put right' } })
  .input(z.object({ page: z.int().catch(1), size: z.int().catch(10) }))
  .output(z.object({ page: z.int(), size: z.int() }))
  .query(({ input }) => recordInput(input));

const Comment = z.object({
  text: z.string(),
  at: z.date(),
  get replies() {
    return z.array(Comment);
  },
});

export const comment = base
  .meta({ openapi: { method: 'PUT', path: '/comments/:id', summary: 'A body that contains itself' } })
  .input(z.object({ id: z.int() }))
  .input(Comment)
  .output(z.any())
  .mutation(({ input }) => recordInput(input));

const Condition = z.object({
  since: z.date().optional(),
  get not() {
    return Condition.optional();
  },
});

export const matches = base
  .meta({ openapi: { method: 'GET', path: '/matches', summary: 'A query that contains itself' } })
  .input(Condition)
  .input(z.object({ limit: z.int() }))
  .output(z.any())
  .query(({ input }) => recordInput(input));

export const resize = base
  .meta({ openapi: { method: 'PUT', path: '/shapes/:kind', summary: 'A union told apart by its path' } })
  .input(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('circle'), size: z.int() }),
      z.object({ kind: z.literal('square'), size: z.int() }),
    ]),
  )
  .output(z.any())
  .mutation(({ input }) => recordInput(input));

const Envelope = actionResponse(z.string());
const envelopes = base.meta({ openapi: { method: 'GET', summary: 'An envelope' } });

export const whole = envelopes
  .meta({ openapi: { path: '/whole' } })
  .output(Envelope.describe('A text.'))
  .query(() => ({ success: true, payload: 'a' }));

export const extended = envelopes
  .meta({ openapi: { path: '/extended' } })
  .output(Envelope.extend({ total: z.int() }))
  .query(() => ({ success: true, payload: 'a', total: 1 }));

export const reduced = envelopes
  .meta({ openapi: { path: '/reduced' } })
  .output(Envelope.omit({ success: true }))
  .query(() => ({ payload: 'a' }));

export const partial = envelopes
  .meta({ openapi: { path: '/partial' } })
  .output(Envelope.partial())
  .query(() => ({ payload: 'a' }));

export const loose = envelopes
  .meta({ openapi: { path: '/loose' } })
  .output(Envelope.loose())
  .query(() => ({ success: true, payload: 'a', total: 1 }));
`,
  });
});
afterAll(() => project?.stop());

async function ask(path: string, init: RequestInit = {}) {
  received.input = undefined;
  const response = await fetch(`${project.url}/api${path}`, init);
  return { status: response.status, body: await response.json(), input: received.input };
}

const post = (body: unknown) =>
  ask('/save', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

const faultAt = (...path: string[]) => ({
  status: 400,
  input: undefined,
  body: { success: false, errors: [{ path, message: expect.any(String) }] },
});

test.each([
  ['?tag=a,b', { tag: ['a', 'b'] }],
  ['?tag=a', { tag: ['a'] }],
  ['?tag=a,b&tag=c', { tag: ['a,b', 'c'] }],
  ['?plain=1', { plain: [1] }],
  ['?plain=1&plain=2', { plain: [1, 2] }],
  ['?repaired=a,b', { repaired: ['a', 'b'] }],
  ['?nullish=a,b', { nullish: ['a', 'b'] }],
  ['?nullish=null', { nullish: null }],
  ['?nullable=a,b', { nullable: ['a', 'b'] }],
  ['?nullable=null', { nullable: null }],
  ['?caught=1', { caught: [1] }],
  ['?caught=x', { caught: [0] }],
])('What makes a list of a text itself is given the text: %s', async (query, input) => {
  expect(await ask(`/tags${query}`)).toMatchObject({ status: 200, input });
});

describe('An input that may be left out as a whole', () => {
  test('is undefined when nothing is sent, or what stands in for it', async () => {
    expect(await ask('/optional')).toMatchObject({ status: 200, body: 'nothing', input: undefined });
    expect(await ask('/optional?a=1')).toMatchObject({ status: 200, input: { a: 1 } });
    expect(await ask('/optional', { method: 'POST' })).toMatchObject({ status: 200, input: { a: 7 } });
    const { client } = project;
    expect(await client.examples.optional().orThrow()).toBe('nothing');
    expect(await client.examples.optionalBody().orThrow()).toBe('something');
    expect(await client.examples.optional({ a: 1, b: new Date(0) }).orThrow()).toBe('something');
  });

  test('is whole when a part of it is sent', async () => {
    expect(await ask('/optional?b=2026-01-02')).toMatchObject(faultAt('a'));
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
    expect(await ask('/optional', init)).toMatchObject(faultAt('a'));
  });

  test('is documented as one that may be left out', () => {
    const { get, post } = project.description.paths['/optional'];
    expect(get.parameters.map(({ required }: { required: boolean }) => required)).toEqual([false, false]);
    expect(post.requestBody.required).toBe(false);
    expect(project.clientText).toContain('optional(input?: ExamplesOptionalInput');
  });
});

describe('A query', () => {
  test.each([
    ['?flag=false', { flag: false }],
    ['?flag=true', { flag: true }],
    ['?flag=0', { flag: false }],
    ['?n=7', { n: 7 }],
    ['?n=-0.5', { n: -0.5 }],
    ['?n=1e21', { n: 1e21 }],
    ['?tag=a', { tag: ['a'] }],
    ['?tag=a&tag=b', { tag: ['a', 'b'] }],
    ['?tag[]=a', { tag: ['a'] }],
    ['?tag=a,b', { tag: ['a,b'] }],
    ['?tag=', { tag: [''] }],
    ['?d=2026-01-02T03:04:05Z', { d: new Date('2026-01-02T03:04:05Z') }],
    ['?d=2026-01-02', { d: new Date('2026-01-02T00:00:00Z') }],
    ['?s=a+b', { s: 'a b' }],
    ['?s=a%20b', { s: 'a b' }],
    ['?s=a%2Bb', { s: 'a+b' }],
    ['?s=%E2%82%AC%F0%9F%98%80', { s: '€😀' }],
    ['?s=%25%26%3D', { s: '%&=' }],
    ['?s=', { s: '' }],
    ['?s', { s: '' }],
    ['?s=7', { s: '7' }],
    ['?s=null', { s: 'null' }],
    ['', {}],
  ])('%s is %j', async (query, input) => {
    expect(await ask(`/search${query}`)).toMatchObject({ status: 200, input });
    expect(received.input).toStrictEqual(input);
  });

  test.each([
    ['?flag=yes', 'flag'],
    ['?flag=', 'flag'],
    ['?n=', 'n'],
    ['?n=0x10', 'n'],
    ['?n=+7', 'n'],
    ['?n=%207', 'n'],
    ['?n=NaN', 'n'],
    ['?d=2026-02-30', 'd'],
    ['?d=1767323045', 'd'],
    ['?s=a&s=b', 's'],
    ['?n=1&n=2', 'n'],
    ['?flag=true&flag=true', 'flag'],
  ])('%s is an error of one field', async (query, field) => {
    expect(await ask(`/search${query}`)).toMatchObject(faultAt(field));
  });

  test('documents a date as a date-time', () => {
    const { parameters } = project.description.paths['/search'].get;
    expect(parameters.find(({ name }: { name: string }) => name === 'd').schema).toEqual({
      type: 'string',
      format: 'date-time',
    });
  });
});

describe('An input of several schemas, of which one contains itself', () => {
  const at = '2026-01-02T03:04:05.000Z';

  test('is taken from a path and a body', async () => {
    const reply = { text: 'b', at, replies: [] };
    const response = await ask('/comments/7', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: 'a', at, replies: [reply] }),
    });
    expect(response.status).toBe(200);
    const date = new Date(at);
    const replies = [{ text: 'b', at: date, replies: [] }];
    expect(received.input).toStrictEqual({ id: 7, text: 'a', at: date, replies });
  });

  test('is taken from a query', async () => {
    await ask(`/matches?limit=5&since=${at}&not[not][since]=${at}`);
    const since = new Date(at);
    expect(received.input).toStrictEqual({ since, not: { not: { since } }, limit: 5 });
  });
});

test('A body may match several branches of a union that the path tells apart.', () => {
  const { content } = project.description.paths['/shapes/{kind}'].put.requestBody;
  const branch = { type: 'object', properties: { size: expect.any(Object) }, required: ['size'] };
  expect(content['application/json'].schema).toEqual({ anyOf: [branch, branch] });
});

describe('A body', () => {
  test('takes numbers and booleans as JSON says them', async () => {
    await post({ n: 7, flag: false, tag: ['a'], s: '' });
    expect(received.input).toStrictEqual({ n: 7, flag: false, tag: ['a'], s: '' });
  });

  test('takes dates as text, since JSON has none', async () => {
    await post({ d: '2026-01-02T03:04:05+01:00' });
    expect(received.input).toStrictEqual({ d: new Date('2026-01-02T02:04:05Z') });
  });

  test.each([
    [{ n: '7' }, 'n'],
    [{ flag: 'false' }, 'flag'],
    [{ flag: 0 }, 'flag'],
    [{ s: 7 }, 's'],
    [{ tag: 'a' }, 'tag'],
    [{ d: 1767323045 }, 'd'],
    [{ d: null }, 'd'],
  ])('with %j is an error of one field', async (body, field) => {
    expect(await post(body)).toMatchObject(faultAt(field));
  });
});

describe('A path', () => {
  test.each([
    ['a+b', 'a+b'],
    ['a%2Bb', 'a+b'],
    ['a%20b', 'a b'],
    ['a%2Fb', 'a/b'],
    ['%E2%82%AC', '€'],
    ['%25', '%'],
  ])('/read/%s reads %j', async (path, s) => {
    expect(await ask(`/read/${path}`)).toMatchObject({ status: 200, input: { s } });
  });

  test.each(['a+b', 'a b', 'a/b', '€😀', '%', '?#', 'a;b=c', '...'])(
    'carries %j for the client',
    async (s) => {
      expect((await project.client.examples.read({ s })).payload).toEqual({ s });
    },
  );

  test('takes a parameter that is caught, which the client always sends', async () => {
    expect((await ask('/caught/none')).input).toEqual({ page: 1, size: 10 });
    expect((await ask('/caught/3?size=5')).input).toEqual({ page: 3, size: 5 });
    expect(
      project.description.paths['/caught/{page}'].get.parameters.map(
        ({ name, required }: { name: string; required: boolean }) => [name, required],
      ),
    ).toEqual([
      ['page', true],
      ['size', false],
    ]);
    expect(project.clientText).toMatch(/\bcaught\(\s*input: ExamplesCaughtInput,/);
    expect(project.clientText).toMatch(
      /interface ExamplesCaughtInput \{\s+page: number;\s+size\?: number \| undefined;/,
    );
  });
});

describe('The client', () => {
  test.each([
    { flag: false },
    { n: 1e21 },
    { tag: ['a'] },
    { tag: ['a,b', ' ', '+', ''] },
    { s: '' },
    { s: 'a+b %20 é😀' },
  ])('sends %j and has it back, in a query and in a body', async (input) => {
    expect((await project.client.examples.search(input)).payload).toEqual(input);
    expect((await project.client.examples.save(input)).payload).toEqual(input);
  });

  test.each([
    ['whole', 'a'],
    ['extended', { success: true, payload: 'a', total: 1 }],
    ['reduced', { payload: 'a' }],
    ['partial', { payload: 'a' }],
    ['loose', { success: true, payload: 'a', total: 1 }],
  ])(
    'returns the payload of an envelope, and the whole of what is made of one: %s',
    async (name, payload) => {
      expect(await project.client.examples[name]().orThrow()).toEqual(payload);
    },
  );

  test('has the types of what it returns', () => {
    expect(project.clientText).toMatch(/type ExamplesWholePayload = string;/);
    expect(project.clientText).toMatch(
      /interface ExamplesExtendedPayload \{\s+success: true;\s+payload: string;\s+message\?: string \| undefined;\s+total: number;/,
    );
  });

  test('sends a Date and has its text back', async () => {
    const d = new Date('2026-01-02T03:04:05.678Z');
    expect((await project.client.examples.search({ d })).payload).toEqual({ d: d.toISOString() });
    expect((await project.client.examples.save({ d })).payload).toEqual({ d: d.toISOString() });
  });
});
