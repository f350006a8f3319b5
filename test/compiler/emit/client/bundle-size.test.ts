import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { emitClient } from '../../../../src/compiler/emit/client/emit-client.js';
import type { ProcedureModel } from '../../../../src/model/api-model.js';
import { answer, model, named, object, procedure, reference } from './fixture-model.js';
import { readParts } from './read-parts.js';

const RESOURCES = (
  'accounts addresses articles authors bookings campaigns carts categories channels comments companies contracts ' +
  'coupons customers deliveries documents events invoices messages payments'
).split(' ');

/** A service of 100 operations: five on each of twenty resources. */
const service = model(
  [named('In', object({ id: {} }))],
  RESOURCES.flatMap((resource): ProcedureModel[] => {
    const takes = reference('In');
    return [
      procedure(`${resource}.create`, `POST /${resource}`, { takes }),
      procedure(`${resource}.delete`, `DELETE /${resource}/:id`, { takes }),
      procedure(`${resource}.get`, `GET /${resource}/:id`, { takes }),
      procedure(`${resource}.list`, `GET /${resource}`),
      procedure(`${resource}.update`, `PATCH /${resource}/:id`, { takes }),
    ];
  }),
);
const follow = procedure('articles.follow', 'GET /articles/events', answer('events', reference('In')));
const parts = await readParts();
const plain = emitClient(service, parts).text;
const streaming = emitClient({ ...service, procedures: [...service.procedures, follow] }, parts).text;

test.each([
  ['alone', plain],
  ['beside an event stream', streaming],
])('a bundle that makes one call weighs 2,600 bytes at most, %s', async (_, client) => {
  const size = await measure(
    client,
    `
    import { articlesCreate, createTransport } from 'client';
    const result = await articlesCreate(createTransport({ baseUrl: 'https://example.com' }), { id: 'x' });
    document.title = result.success ? 'yes' : result.message;
  `,
  );
  expect(size).toBeLessThanOrEqual(2600);
});

test('a bundle that follows one event stream weighs 3,600 bytes at most', async () => {
  const size = await measure(
    streaming,
    `
    import { articlesFollow, createTransport } from 'client';
    for await (const { id } of articlesFollow(createTransport({ baseUrl: 'https://example.com' })))
      document.title = id;
  `,
  );
  expect(size).toBeLessThanOrEqual(3600);
});

test('a bundle with the whole client of 100 operations weighs 4,500 bytes at most', async () => {
  const size = await measure(
    plain,
    `
    import { createClient } from 'client';
    globalThis.api = createClient({ baseUrl: 'https://example.com' });
  `,
  );
  expect(size).toBeLessThanOrEqual(4500);
});

/** The gzipped size in bytes of what esbuild makes of `entry`, minified. */
async function measure(client: string, entry: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: entry, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    plugins: [
      {
        name: 'client',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^client$/ }, () => ({ path: 'client', namespace: 'generated' }));
          onLoad({ filter: /.*/, namespace: 'generated' }, () => ({ contents: client, loader: 'ts' }));
        },
      },
    ],
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}
