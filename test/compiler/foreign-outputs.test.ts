import { expect, test } from 'vitest';
import { compileFolder } from './support/compile-folder.js';
import { createProject } from './support/create-project.js';

/** A project whose output is `schema`, with `brand` on its definition as another copy of the package notes it. */
async function compileOutput(schema: string, brand: string) {
  const root = await createProject({
    'procedures/items.ts': `import { procedure } from 'procgen';
import * as z from 'zod';
const output = ${schema};
Object.assign(output._zod.def, ${brand});
export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'S', protect: false },
  })
  .output(output)
  .query((() => null) as never);
`,
  });
  const { model, diagnostics } = await compileFolder(new URL(`file://${root}/`));
  expect(diagnostics).toEqual([]);
  return model?.procedures[0]?.success;
}

test('An envelope that 0.1.0 made is an envelope.', async () => {
  const success = await compileOutput(
    'z.object({ success: z.literal(true), payload: z.string(), message: z.string().optional() })',
    "{ [Symbol.for('procgen.envelope')]: true }",
  );
  expect(success?.kind).toBe('envelope');
});

test('Of what another version notes of an output the model has only what it knows.', async () => {
  const success = await compileOutput(
    'z.custom<Uint8Array>()',
    "{ [Symbol.for('procgen.output')]: { kind: 'binary', later: 1, contentType: 'image/png' } }",
  );
  expect(Object.entries(success ?? {})).toEqual([
    ['status', 200],
    ['kind', 'binary'],
    ['contentType', 'image/png'],
    ['payload', { kind: 'keyword', name: 'Blob' }],
    ['headers', []],
  ]);
});
