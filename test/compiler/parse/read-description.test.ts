import fc from 'fast-check';
import type { Statement } from 'oxc-parser';
import { Project, ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { parseModule } from '../../../src/compiler/parse/parse-module.js';
import { readDescription } from '../../../src/compiler/parse/read-description.js';

const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });

/** What TypeScript says of the JSDoc before the last statement. */
function describeByTypeScript(text: string): string | undefined {
  const { compilerNode: tree } = project.createSourceFile('/a.ts', text, { overwrite: true });
  const last = tree.statements.at(-1) as { readonly jsDoc?: readonly ts.JSDoc[] } | undefined;
  return ts.getTextOfJSDocComment(last?.jsDoc?.at(-1)?.comment)?.trim() || undefined;
}

function describe(text: string): string | undefined {
  const module = parseModule('/a.ts', text);
  return readDescription(module, module.statements.at(-1) as Statement);
}

test('a description is what TypeScript gives as the comment of a JSDoc', () => {
  const pieces = [
    '\n',
    '\n * ',
    '\r\n *',
    ' ',
    '  ',
    '\t',
    'word',
    'two words',
    '@tag',
    ' @tag',
    '@ x',
    'a@b.c',
  ];
  const words = fc.array(fc.constantFrom(...pieces, '`', '`@x`', '{', '}', '**', '- item', 'é', '\u00a0'));
  const gaps = fc.array(fc.constantFrom('\n', ' ', '/* a */', '/** b */', '// c\n', '\t'), { maxLength: 6 });
  fc.assert(
    fc.property(gaps, words, gaps, (before, content, after) => {
      const text = `a();${before.join('')}/**${content.join('')}*/${after.join('')}export const b = 1;\n`;
      expect(describe(text)).toBe(describeByTypeScript(text));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['{@link https://example.com}', '<https://example.com>'],
  ['{@link https://example.com the guide}', '[the guide](https://example.com)'],
  ['{@link Item}', '`Item`'],
  ['{@linkcode Item.id | its id}', 'its id'],
])('the link %s is printed as %s', (link, printed) => {
  expect(describe(`/** See ${link}. */\nexport const b = 1;\n`)).toBe(`See ${printed}.`);
});
