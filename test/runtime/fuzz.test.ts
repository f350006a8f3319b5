import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { isProcedureError, procedure } from '../../src/index.js';
import type { DecodingPlan } from '../../src/protocol/decoding-plan.js';
import { parseJson } from '../../src/runtime/request/parse-json.js';
import { listQueryKeys, parseQuery, prepareQueryParser } from '../../src/runtime/request/parse-query.js';
import { parseAnswer, request, routeOf, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

const PROTOTYPE = Reflect.ownKeys(Object.prototype).length;

/** What `run` gives, or undefined when it refuses; anything else that it throws fails the test. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (isProcedureError(error) && error.status === 400) return undefined;
    throw error;
  }
}

const piece = fc.constantFrom(
  'a',
  'b',
  '[',
  ']',
  '[]',
  '[b]',
  '%5Bb%5D',
  '=',
  '&',
  '%',
  '%5B',
  '%FF',
  '+',
  '__proto__',
  'constructor',
  '1',
  '',
);

describe('Whatever is sent', () => {
  it('as a query is read or refused, and changes no prototype', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 30 }).map((parts) => parts.join('')),
        ),
        (query) => {
          const read = attempt(() => parseQuery(query));
          expect(read === undefined || typeof read === 'object').toBe(true);
          expect(Reflect.ownKeys(Object.prototype)).toHaveLength(PROTOTYPE);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('as a query is read alike by a parser that knows its keys', () => {
    const plan: DecodingPlan = {
      object: { a: { object: { b: 'any', a: 'any' } }, b: 'any', 1: 'any' },
    };
    const parsePrepared = prepareQueryParser(listQueryKeys(plan));
    expect(listQueryKeys(plan)).toEqual(expect.arrayContaining(['a', 'a[b]', 'a%5Bb%5D', 'b', '1']));
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }).map((parts) => parts.join('')),
        (query) => {
          expect(attempt(() => parsePrepared(query))).toEqual(attempt(() => parseQuery(query)));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('as a query of texts comes through as it was', () => {
    // An escaped bracket in a key is one that does not lead into an object, as the generated client writes it.
    const key = fc
      .string({ minLength: 1 })
      .filter((text) => !/[[\]]|%(?:5B|5D|25)/i.test(text) && text !== '__proto__');
    fc.assert(
      fc.property(fc.dictionary(key, fc.string(), { maxKeys: 20 }), (values) => {
        const sent = new URLSearchParams(Object.entries(values)).toString();
        expect(parseQuery(sent)).toEqual({ ...values });
      }),
    );
  });

  it('as JSON comes through as it was, or is refused', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const read = attempt(() => ({ value: parseJson(Buffer.from(text)) }));
        if (read) expect(read.value).toEqual(JSON.parse(text));
        else expect(text).toMatch(/__proto__|\\/);
      }),
    );
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void attempt(() => parseJson(Buffer.from(bytes)))));
  });

  it('H-06 as a megabyte of brackets is refused before it is parsed', () => {
    const bytes = Buffer.alloc(1_048_576, '[');
    expect(() => parseJson(bytes)).toThrow('nested deeper');
    expect(() => parseJson(Buffer.alloc(1_048_576, '{"a":'))).toThrow('nested deeper');
  });

  it('to a server is answered in JSON, and never with a 5xx', async () => {
    const echo = (name: string, method: 'GET' | 'POST', path: string) =>
      procedure
        .meta({
          openapi: { enabled: true, tags: [], summary: '', method, path, protect: false },
          rateLimit: false,
        })
        .input(z.object({ id: z.string(), n: z.number().optional(), at: z.date().optional() }))
        .output(z.string())
        .mutation(() => name);
    const leaves = { n: 'number', at: 'date' } as const;
    const { raw, lines } = await startService({
      routes: [
        routeOf('find', echo('find', 'GET', '/items/:id'), { plan: { query: { object: leaves } } }),
        routeOf('save', echo('save', 'POST', '/items/:id'), {
          body: 'required',
          plan: { body: { object: { at: 'date' } } },
        }),
      ],
    });
    const target = fc
      .array(
        fc.constantFrom(
          '/',
          'api',
          '/items',
          '/',
          'x',
          '%',
          '%41',
          '%00',
          '?',
          'n=1',
          '&',
          'at=',
          '..',
          ';',
          '\\',
          '"',
        ),
      )
      .map((parts) => `/api/items/${parts.join('')}`);
    const line = fc.tuple(fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'LINK'), target);
    const body = fc.oneof(fc.json(), fc.string(), fc.constant(''));
    await fc.assert(
      fc.asyncProperty(line, body, async ([method, path], text) => {
        const headers = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`];
        const answer = parseAnswer(await raw(request(`${method} ${path}`, headers, text)));
        expect(answer.status).toBeGreaterThanOrEqual(200);
        expect(answer.status).toBeLessThan(500);
        if (answer.body !== '') JSON.parse(answer.body);
      }),
      { numRuns: 500 },
    );
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
