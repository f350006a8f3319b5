import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { procedure, redirect } from '../../src/index.js';
import { describeKeyUse } from '../../src/runtime/service/describe-key-use.js';
import { routeOf } from './support/start-service.js';

const base = procedure.meta({ openapi: { enabled: true, tags: ['x'], summary: 'x', protect: true } });
const at = (path: string, more: object = {}) => base.meta({ openapi: { method: 'GET', path, ...more } });
const query = (path: string, more: object = {}, input?: z.ZodType) => {
  const builder = input ? at(path, more).input(input as z.ZodObject) : at(path, more);
  return routeOf(path, builder.output(z.string()).query(async () => 'x') as never);
};
const mutation = (path: string, more: object = {}) =>
  routeOf(
    path,
    at(path, { method: 'POST', ...more })
      .output(z.string())
      .mutation(async () => 'x') as never,
  );

const describeUse = (...routes: ReturnType<typeof query>[]) => describeKeyUse({ routes } as never, {});
const findPath = (scopes: readonly string[], ...routes: ReturnType<typeof query>[]) =>
  describeUse(...routes).findSample(scopes)?.path ?? null;

describe('the call to try a new key with', () => {
  test('is the first that needs nothing filled in', () => {
    expect(findPath([], query('/a/:id', {}, z.object({ id: z.string() })), query('/b'), query('/c'))).toBe(
      '/b',
    );
    expect(
      findPath(
        [],
        query('/a', {}, z.object({ q: z.string() })),
        query('/b', {}, z.object({ q: z.string().optional() })),
      ),
    ).toBe('/b');
  });

  test('is none that redirects, for which the client has no call', () => {
    const open = routeOf(
      '/a',
      at('/a')
        .output(redirect())
        .query(() => '/b') as never,
    );
    expect(findPath([], open, query('/c'))).toBe('/c');
    expect(findPath([], open)).toBeNull();
  });

  test('K-24 is one that a key with these scopes may make', () => {
    const routes = [
      query('/a', { scopes: ['a.read'] }),
      query('/b'),
      query('/c', { scopes: ['c.read', 'x'] }),
    ];
    expect(findPath(['a.read'], ...routes)).toBe('/a');
    expect(findPath(['read'], ...routes)).toBe('/b');
    expect(findPath(['c.read', 'x'], ...routes)).toBe('/c');
    expect(findPath(['c.read'], ...routes)).toBeNull();
    expect(findPath([], ...routes)).toBe('/a');
  });

  test('K-24 has the fewest values that it takes, where every GET takes some', () => {
    const item = z.object({ id: z.uuid(), expand: z.string().optional() });
    const search = z.object({
      q: z.string().min(10),
      limit: z.number().int().min(5).max(6),
      code: z.string().regex(/^[A-Z]{2}-\d{4}$/),
      since: z.date(),
      tag: z.array(z.enum(['new', 'old'])).min(2),
      where: z.object({ open: z.boolean() }),
    });
    expect(z.uuid().safeParse(findPath([], query('/a/:id', {}, item))?.slice(3)).success).toBe(true);
    const sample = describeUse(query('/a/:id', {}, item), query('/b', {}, search)).findSample([]);
    expect(sample?.operation).toBe('/b');
    const input = Object(sample?.input);
    expect(Object.keys(input)).toEqual(['q', 'limit', 'code', 'since', 'tag', 'where']);
    expect(search.parse({ ...input, since: new Date(input.since) })).toBeTruthy();
    const { searchParams } = new URL(`http://localhost${sample?.path}`);
    expect([...searchParams.keys()]).toEqual(['q', 'limit', 'code', 'since', 'tag', 'tag', 'where[open]']);
    expect(searchParams.getAll('tag')).toEqual(input.tag);
  });

  test('H-17 costs one example, however many GETs take values', () => {
    let requested = 0;
    const input = z.object({
      q: z.string(),
      limit: z.number().default(() => {
        requested += 1;
        return 1;
      }),
    });
    const routes = Array.from({ length: 100 }, (_, index) => query(`/a${index}`, {}, input));
    expect(findPath([], ...routes)).toMatch(/^\/a0\?q=/);
    // Each tells whether it takes nothing.
    expect(requested).toBeLessThan(110);
  });

  test('is none that is public or changes something', () => {
    expect(findPath([], query('/a', { protect: false }), mutation('/c'))).toBeNull();
  });

  test('is none whose input cannot be judged without waiting', () => {
    const waiting = z.object({}).refine(async () => true);
    expect(findPath([], query('/a', {}, waiting))).toBe('/a');
  });
});

test('K-24 every scope that operations need is named, with how many do', () => {
  const { scopes } = describeUse(
    query('/a', { scopes: ['items:read'] }),
    query('/b', { scopes: ['items:read', 'audit'] }),
    query('/c'),
    mutation('/d'),
    mutation('/e', { protect: false }),
  );
  expect(scopes).toEqual([
    { name: 'audit', operations: 1, isNamed: true },
    { name: 'items:read', operations: 2, isNamed: true },
    { name: 'read', operations: 1, isNamed: false },
    { name: 'write', operations: 1, isNamed: false },
  ]);
});

test('with an authenticate of its own, keys open nothing', () => {
  const config = { authenticate: async () => null };
  const use = describeKeyUse({ routes: [query('/a')] } as never, config);
  expect(use).toMatchObject({ areKeysAccepted: false, isApiServed: true, scopes: [] });
  expect(use.findSample([])).toBeNull();
});
