import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ProcedureError, procedure } from '../../src/index.js';
import { type RunningService, routeOf, startService, stopServices } from './support/start-service.js';

const MEBIBYTE = 1_048_576;

const post = (path: string, input: z.ZodType, run: (sent: never) => unknown = () => null) =>
  procedure
    .meta({
      openapi: { enabled: true, method: 'POST', path, tags: [], summary: '', protect: false },
      rateLimit: false,
    })
    .input(input as z.ZodObject)
    .output(z.any())
    .mutation(({ input }) => run(input as never));

const countries = z.enum(Array.from({ length: 249 }, (_, index) => `country-${index}`));

const procedures = {
  objects: post('/objects', z.object({ items: z.array(z.object({ a: z.string(), b: z.number() })) })),
  countries: post('/countries', z.object({ items: z.array(countries) })),
  strict: post('/strict', z.strictObject({ a: z.string().optional() })),
  dates: post('/dates', z.object({ items: z.array(z.date()) })),
  echo: post(
    '/echo',
    z.object({ items: z.array(z.string({ error: ({ input }) => `not ${input}` }).max(1)) }),
  ),
  own: post(
    '/own',
    z.object({ count: z.number(), text: z.string() }),
    (sent: { count: number; text: string }) => {
      const errors = Array.from({ length: sent.count }, () => ({
        path: Array(70).fill(sent.text),
        message: sent.text,
      }));
      throw new ProcedureError('CONFLICT', sent.text, { errors });
    },
  ),
};

let service: RunningService;
beforeAll(async () => {
  service = await startService({
    routes: Object.entries(procedures).map(([name, built]) =>
      routeOf(name, built, {
        body: 'required',
        ...(name === 'dates' ? { plan: { body: { object: { items: { array: 'date' } } } } } : {}),
      }),
    ),
    messages: { en: {}, de: {} },
  });
});
afterAll(stopServices);

/** So many bytes of a list of one item, in an object. */
function fill(item: string, bytes = MEBIBYTE): string {
  const count = Math.floor((bytes - 12) / (item.length + 1));
  return `{"items":[${Array(count).fill(item).join(',')}]}`;
}

async function send(path: string, body: string, language = 'en') {
  const answer = await service.ask(`/api${path}`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', 'Accept-Language': language },
  });
  const text = await answer.text();
  return { status: answer.status, bytes: Buffer.byteLength(text), body: JSON.parse(text) as Failure };
}

interface Failure {
  readonly message: string;
  readonly errors: readonly { readonly path: readonly string[]; readonly message: string }[];
}

describe('H-20: the answer to a mebibyte of errors', () => {
  it.each([
    ['/objects', fill('{}')],
    ['/countries', fill('"q"')],
    ['/countries', fill('"q"', 500_000)],
    ['/dates', fill('"never"')],
    ['/echo', fill(`"${'long '.repeat(1_000)}"`)],
    ['/echo', `{"items":["${'x'.repeat(MEBIBYTE - 20)}"]}`],
    ['/strict', `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
    ['/strict', `{"${'k'.repeat(MEBIBYTE - 20)}":1}`],
    [
      '/strict',
      `{${Array.from({ length: 100 }, (_, index) => `"${'\\u0001'.repeat(1_000)}${index}":1`).join(',')}}`,
    ],
    ['/own', JSON.stringify({ count: 5_000, text: '\u0001'.repeat(1_000) })],
    ['/own', JSON.stringify({ count: 1, text: 'é'.repeat(500_000) })],
  ])('of %s is short', async (path, body) => {
    const { status, bytes, body: answer } = await send(path, body);
    expect(status).toBe(path === '/own' ? 409 : 400);
    expect(bytes).toBeLessThanOrEqual(65_536);
    expect(answer.errors.length).toBeGreaterThan(0);
    expect(answer.errors.length).toBeLessThanOrEqual(101);
    for (const { path, message } of answer.errors) {
      expect(message.length).toBeLessThanOrEqual(200);
      for (const name of path) expect(name.length).toBeLessThanOrEqual(200);
    }
  });

  it('ends with how many more errors there are, in the language of the caller', async () => {
    const keys = Array.from({ length: 150 }, (_, index) => `"k${index}":1`);
    const { body } = await send('/strict', `{${keys.join(',')}}`, 'de');
    expect(body.errors).toHaveLength(101);
    expect(body.errors.at(-1)).toEqual({ path: [], message: 'Weitere Fehler, nicht aufgeführt: 50' });
  });

  it('counts what has no room too', async () => {
    const { body } = await send('/own', JSON.stringify({ count: 150, text: 'é'.repeat(1_000) }));
    const listed = body.errors.length - 1;
    expect(listed).toBeLessThan(100);
    expect(body.errors.at(-1)).toEqual({ path: [], message: `More errors, not listed: ${150 - listed}` });
  });
});
