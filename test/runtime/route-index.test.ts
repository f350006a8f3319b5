import Router from '@koa/router';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRouteIndex } from '../../src/runtime/service/route-index.js';

const segment = fc.constantFrom('a', 'b', 'items', ':id', ':name', '~x', '%20');
const path = fc
  .uniqueArray(segment, { maxLength: 4, selector: (name) => (name.startsWith(':') ? name : {}) })
  .map((segments) => `/${segments.join('/')}`);
const entry = fc.record({ path, method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE') });
const requested = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'),
  path: fc
    .array(fc.constantFrom('a', 'b', 'items', '7', '~x', '%20', '', 'A', ':id'), { maxLength: 5 })
    .map((segments) => `/api/${segments.join('/')}`),
});

describe('The index of the routes', () => {
  it('finds what @koa/router finds first, with what its path has, in whatever order the routes stand', () => {
    let found = 0;
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 8 }),
        fc.array(requested, { minLength: 10 }),
        (entries, requests) => {
          const router = new Router({ prefix: '/api', sensitive: true, strict: true });
          for (const { path, method } of entries) router.register(path, [method], () => {});
          const index = createRouteIndex(
            '/api',
            entries.map(({ path, method }) => ({ path, methods: [method] })),
          );
          for (const { method, path } of requests) {
            const matched = router.match(path, method);
            const [first] = matched.pathAndMethod;
            const match = index.find(method, path);
            expect(match && { path: `/api${match.entry.path}`, captures: match.captures }).toEqual(
              first && { path: first.path, captures: first.captures(path) },
            );
            expect([...index.listMethods(path)].sort()).toEqual(
              [...new Set(matched.path.flatMap((layer) => layer.methods))].sort(),
            );
            if (match) found += 1;
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(found).toBeGreaterThan(100);
  });

  it('refuses a path that is none', () => {
    expect(() => createRouteIndex('/api', [{ path: '/a/:id?', methods: ['GET'] }])).toThrow(
      /A router cannot serve/,
    );
  });
});
