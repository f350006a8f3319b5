import { describe, expect, test } from 'vitest';
import { createNodeHost } from '../../src/cli/node-host.js';
import { compile } from '../../src/compiler/compile.js';
import { createProject } from './support/create-project.js';

const procedureOf = (name: string, kind: 'query' | 'mutation', method: string, protect: boolean) =>
  `export const ${name} = procedure.meta({ openapi: { enabled: true, method: '${method}', path: '/items/${name}', tags: ['items'], summary: 'S', protect: ${protect} } }).output(z.string()).${kind}(() => '');`;
const ITEMS = [
  `import { procedure } from 'procgen';\nimport * as z from 'zod';`,
  procedureOf('make', 'mutation', 'POST', true),
  procedureOf('remove', 'mutation', 'DELETE', true),
  procedureOf('suggest', 'mutation', 'POST', false),
  procedureOf('replace', 'mutation', 'PUT', false),
  procedureOf('list', 'query', 'GET', true),
  procedureOf('search', 'query', 'POST', true),
].join('\n');

/** Compiles these with an `idempotency` of the configuration. */
async function build(idempotency: string | null, before = '') {
  const option = idempotency === null ? '' : `, idempotency: ${idempotency}`;
  const root = await createProject({
    'procedures/items.ts': ITEMS,
    'procgen.config.ts': `import { defineConfig } from 'procgen';\n${before}\nexport default defineConfig({ tags: { items: 'Items' }${option} });\n`,
    'tenants.ts': `throw new Error('The application was started.');\nexport const tenantOf = () => '';\n`,
  });
  const { files, diagnostics } = await compile(createNodeHost(), { root });
  const textOf = (name: string) => files.find(({ path }) => path.endsWith(name))?.text ?? '';
  return { diagnostics, description: textOf('openapi.json'), client: textOf('client.ts') };
}

/** The operations whose description offers the header. */
function listOffers(description: string): string[] {
  const { paths } = JSON.parse(description) as { paths: Record<string, Record<string, Operation>> };
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const offers = operations.filter(({ parameters = [] }) =>
    parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey'),
  );
  return offers.map(({ operationId }) => operationId);
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly $ref?: string }[];
}

/** The operations that the client does not repeat for an idempotency key. */
function listUnkept(client: string): string[] {
  return [...client.matchAll(/path: '\/items\/(\w+)'[^}]*idempotent: false/g)].map(([, name = '']) => name);
}

describe('H-23 A description', () => {
  test('offers Idempotency-Key where answers are kept: on mutations that are protected', async () => {
    const { description, client, diagnostics } = await build(null);
    expect(diagnostics).toEqual([]);
    expect(listOffers(description)).toEqual(['items.make', 'items.remove']);
    expect(JSON.parse(description).components.parameters.IdempotencyKey).toMatchObject({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
    });
    expect(listUnkept(client).sort()).toEqual(['search', 'suggest']);
  });

  test('offers it on public mutations, too, where the configuration says so', async () => {
    const { description, client } = await build('{ anonymous: true }');
    expect(listOffers(description).sort()).toEqual([
      'items.make',
      'items.remove',
      'items.replace',
      'items.suggest',
    ]);
    expect(listUnkept(client)).toEqual(['search']);
  });

  test.each([
    ['as a function', '{ scope: () => tenantOf() }'],
    ['by name', '{ scope: tenantOf, anonymous: false }'],
    ['as a method', '{ scope({ headers }) { return tenantOf(headers); } }'],
  ])('is made without a scope that the configuration holds %s', async (_how, idempotency) => {
    const { description, diagnostics } = await build(idempotency, `import { tenantOf } from './tenants.js';`);
    expect(diagnostics).toEqual([]);
    expect(listOffers(description)).toEqual(['items.make', 'items.remove']);
  });

  test.each([
    ['{ anonymous: 1 }', 'idempotency.anonymous'],
    ['{ scopes: true }', 'There is no option `idempotency.scopes`'],
    ['true', 'idempotency'],
  ])('is not made where idempotency is %s', async (idempotency, message) => {
    const { diagnostics } = await build(idempotency);
    expect(diagnostics).toMatchObject([
      { code: 'invalid-config', message: expect.stringContaining(message), file: 'procgen.config.ts' },
    ]);
  });
});
