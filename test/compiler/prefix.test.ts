import { describe, expect, test } from 'vitest';
import { compileFolder, printDiagnosticsIn } from './support/compile-folder.js';
import { createProject } from './support/create-project.js';

const CONFIG = (options: string) => `import { defineConfig } from 'procgen';

export default defineConfig({ tags: { items: 'Items' }, ${options} });
`;

const procedureAt = (name: string, path: string, deprecated = '') => `
export const ${name} = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '${path}', tags: ['items'], summary: 'S', protect: false, ${deprecated} },
  })
  .output(z.string())
  .query(() => '');
`;

const FILE = (...procedures: string[]) =>
  `import { procedure } from 'procgen';\nimport * as z from 'zod';\n${procedures.join('')}`;

async function compileWith(options: string, ...procedures: string[]) {
  const root = await createProject({
    'procgen.config.ts': CONFIG(options),
    'procedures/items.ts': FILE(...procedures),
  });
  const folder = new URL(`file://${root}/`);
  const { files, diagnostics, model } = await compileFolder(folder);
  const textOf = (name: string) => files.find(({ path }) => path === `generated/${name}`)?.text ?? '';
  return { diagnostics, model, textOf, print: () => printDiagnosticsIn(folder) };
}

const OLD_AND_NEW = [
  procedureAt('old', '/old', `deprecated: { since: '2026-01-01', replacedBy: 'items.list' }`),
  procedureAt('list', '/items'),
];

test.each([
  ["prefix: '/v1'", '/v1', '/v1'],
  ["prefix: '/shop/v1', baseUrl: 'https://example.com/'", '/shop/v1', 'https://example.com/shop/v1'],
  ["prefix: ''", '', '/'],
  ["prefix: '', baseUrl: 'https://example.com'", '', 'https://example.com'],
])('With %s everything that is generated stands after it.', async (options, prefix, server) => {
  const { diagnostics, model, textOf } = await compileWith(options, ...OLD_AND_NEW);
  expect(diagnostics).toEqual([]);
  expect(model?.prefix).toBe(prefix);
  expect(JSON.parse(textOf('openapi.json'))).toMatchObject({
    servers: [{ url: server }],
    paths: { '/items': {}, '/old': {} },
  });
  expect(textOf('routes.ts')).toContain(`\n  prefix: '${prefix}',\n`);
  expect(textOf('routes.ts')).toContain(`Link: '<${prefix}/items>; rel="successor-version"'`);
  expect(textOf('client.ts')).toContain(`}${prefix}\${encodePath(operation.path, rest)}`);
  expect(textOf('client.ts')).toContain(`The URL of the service, without \`${prefix || '/'}\``);
  expect(textOf('client.ts')).not.toContain('/api');
});

test('The prefix /api is what is generated without one.', async () => {
  const [written, absent] = await Promise.all(
    ["prefix: '/api'", ''].map((options) => compileWith(options, ...OLD_AND_NEW)),
  );
  for (const name of ['openapi.json', 'routes.ts', 'client.ts']) {
    expect(written?.textOf(name)).toBe(absent?.textOf(name));
  }
});

test.each(['v1', '/v1/', '/', '/v 1', '/:tenant', '/../v1', '/.', '/v1?x'])(
  'The prefix "%s" is refused.',
  async (prefix) => {
    const { print } = await compileWith(`prefix: '${prefix}'`, procedureAt('list', '/items'));
    expect(await print()).toContain('Expected a path such as "/v1", or "".');
  },
);

test.each(['/dashboard', '/dashboard/api', '/livez', '/readyz'])(
  'The prefix "%s" is refused, since procgen answers there.',
  async (prefix) => {
    const { print } = await compileWith(`prefix: '${prefix}'`, procedureAt('list', '/items'));
    expect(await print()).toContain('Expected another path: procgen itself answers there.');
  },
);

describe('A procedure whose path', () => {
  test.each([
    ["prefix: '/v1'", '/v1/items', 'starts with /v1, which is added to every path'],
    ["prefix: '/v1'", '/v1', 'starts with /v1, which is added to every path'],
    ["prefix: ''", '/livez', 'would also be that of /livez'],
    ["prefix: ''", '/dashboard/api-keys', 'would also be that of /livez, /readyz or the dashboard'],
    ["prefix: ''", '/{id}', 'would also be that of /livez, /readyz or the dashboard'],
    ["prefix: ''", '/:tenant/items', 'would also be that of /livez, /readyz or the dashboard'],
    ["prefix: ''", '/docs', "is reserved for the API's own description"],
    ["prefix: '/v1'", '/openapi.json', "is reserved for the API's own description"],
  ])('with %s is %s is refused at its place.', async (options, path, what) => {
    const parameters = /[:{](\w+)/.exec(path)?.[1];
    const input = parameters ? `.input(z.object({ ${parameters}: z.string() })).output` : '.output';
    const { print } = await compileWith(options, procedureAt('list', path).replace('.output', input));
    const printed = await print();
    expect(printed).toContain(what);
    expect(printed).toContain('procedures/items.ts:6:');
  });

  test.each([
    ["prefix: '/v1'", '/api/items'],
    ["prefix: '/v1'", '/v10'],
    ["prefix: '/v1'", '/livez'],
    ["prefix: '/v1'", '/dashboard'],
    ["prefix: ''", '/api'],
    ["prefix: ''", '/dashboards'],
    ["prefix: ''", '/livez/now'],
  ])('with %s is %s is none of ours.', async (options, path) => {
    expect((await compileWith(options, procedureAt('list', path))).diagnostics).toEqual([]);
  });
});
