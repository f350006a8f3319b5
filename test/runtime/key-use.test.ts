import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { describeKeyUse } from '../../src/runtime/service/create-service-version.js';
import { routeOf } from './support/start-service.js';

const base = procedure.meta({ openapi: { enabled: true, tags: ['x'], summary: 'x', protect: true } });
const at = (path: string, more: object = {}) => base.meta({ openapi: { method: 'GET', path, ...more } });
const query = (path: string, more: object = {}, input?: z.ZodObject) => {
  const builder = input ? at(path, more).input(input) : at(path, more);
  return routeOf(path, builder.output(z.string()).query(async () => 'x') as never);
};

function findSample(...routes: ReturnType<typeof query>[]): string | null {
  return describeKeyUse({ routes } as never, {}).samplePath;
}

describe('the call to try a new key with', () => {
  test('is the first that any key may make with nothing filled in', () => {
    expect(findSample(query('/a/:id'), query('/b'), query('/c'))).toBe('/b');
    expect(
      findSample(
        query('/a', {}, z.object({ q: z.string() })),
        query('/b', {}, z.object({ q: z.string().optional() })),
      ),
    ).toBe('/b');
  });

  test('is none that is public, that names scopes, or that changes something', () => {
    expect(findSample(query('/a', { protect: false }), query('/b', { scopes: ['b.read'] }))).toBeNull();
    const post = at('/c', { method: 'POST' })
      .output(z.string())
      .mutation(async () => 'x');
    expect(describeKeyUse({ routes: [routeOf('c', post as never)] } as never, {}).samplePath).toBeNull();
  });

  test('is none whose input cannot be judged without waiting', () => {
    const waiting = z.object({}).refine(async () => true);
    expect(findSample(query('/a', {}, waiting as never))).toBeNull();
  });
});

test('with an authenticate of its own, keys open nothing', () => {
  const config = { authenticate: async () => null };
  expect(describeKeyUse({ routes: [query('/a')] } as never, config)).toEqual({
    areKeysAccepted: false,
    isApiServed: true,
    samplePath: null,
  });
});
