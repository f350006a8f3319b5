import { expect, test } from 'vitest';
import { printDiagnosticsIn } from './support/compile-folder.js';
import { createProject } from './support/create-project.js';

async function print(options: string): Promise<string> {
  const root = await createProject({
    'procgen.config.ts': `import { defineConfig } from 'procgen';

export default defineConfig({
  tags: { items: 'Items' },
  ${options}
} as never);
`,
    'procedures/items.ts': `import { procedure } from 'procgen';
import * as z from 'zod';

export const list = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'S', protect: false } })
  .output(z.string())
  .query(() => '');
`,
  });
  return printDiagnosticsIn(new URL(`file://${root}/`));
}

test.each(["docs: 'development'", "docs: 'signed-in'", "docs: 'public'", 'docs: true', 'docs: false'])(
  'The explorer may be for whom %s says.',
  async (options) => {
    expect(await print(options)).toBe('');
  },
);

test('Another audience of the explorer is an error at its place.', async () => {
  const printed = await print("docs: 'everybody',");
  expect(printed).toContain('docs: Expected a boolean or one of "development", "signed-in", "public".');
  expect(printed).toContain('procgen.config.ts:5:');
});

test('An explorer for signed-in users is an error where the application identifies its users itself.', async () => {
  const printed = await print("authenticate: () => null,\n  docs: 'signed-in',");
  expect(printed).toContain("docs: 'signed-in' requires API keys, which a custom authenticate replaces.");
  expect(printed).toContain('procgen.config.ts:6:');
});
