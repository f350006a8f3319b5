import { expect, test } from 'vitest';
import { createNodeHost } from '../../../src/cli/node-host.js';
import { listMessageUses } from '../../../src/compiler/parse/list-message-uses.js';
import { parseModule } from '../../../src/compiler/parse/parse-module.js';
import { SourceModules } from '../../../src/compiler/parse/source-modules.js';

/** The keys that a handler of this body is found to give to `ctx.t`. */
function listKeys(handler: string): readonly string[] {
  const text = `import { procedure } from 'procgen';\nexport const add = procedure.meta({}).mutation(${handler});\n`;
  const sources = new SourceModules(createNodeHost(), '/');
  return listMessageUses(parseModule('/procedures/items.ts', text), sources).map(({ key }) => key);
}

// Each is all that its module says of `t`.
test.each([
  "({ ctx }) => ctx.t('items.added')",
  "({ ctx }) => ctx.t?.('items.added')",
  "({ ctx }) => ctx.t!('items.added')",
  "({ ctx }) => (ctx.t)('items.added')",
  "({ ctx }) => ctx . t ('items.added')",
  "({ ctx }) => ctx?.t('items.added')",
  "({ ctx }) => { const say = ctx.t; return say('items.added'); }",
  "({ ctx }) => { const { t } = ctx; return t?.('items.added'); }",
  "({ ctx }) => { const { t: say } = ctx; return say('items.added'); }",
  "({ ctx: { t } }) => { const say = t; return say('items.added'); }",
])('The key of a message is found in %s.', (handler) => {
  expect(listKeys(handler)).toEqual(['items.added']);
});

test.each([
  "({ ctx }) => ctx.translate('items.added')",
  "({ ctx }) => { const t = tr; return t('items.added'); /* don't */ }",
  "({ input }) => input.t('items.added')",
])('No message is found in %s.', (handler) => {
  expect(listKeys(handler)).toEqual([]);
});
