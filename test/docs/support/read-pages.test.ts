import { expect, it } from 'vitest';
import { readPage } from './read-pages.js';

const fence = (head: string) => `\`\`\`${head}\nlet it = 1;\n\`\`\`\n`;

it.each([
  ['ts', 'module'],
  ['ts run', 'program'],
  ['ts title="app/a.ts"', 'file'],
  ['ts title="app/a.ts" run', 'program'],
  ['ts foreign', 'foreign'],
  ['sh exit=1', 'commands'],
  ['ts from="test/a.ts"', 'copy'],
  ['sh repository', 'repository'],
  ['text picture', 'picture'],
])('takes the fence %s for a %s', (head, kind) => {
  expect(readPage('a', fence(head)).snippets).toMatchObject([{ kind, text: 'let it = 1;\n' }]);
});

it.each(['', 'text', 'json', 'js', 'ts runs', 'sh exits=1'])('refuses the fence "%s"', (head) => {
  expect(() => readPage('a', `# A\n\n${fence(head)}`)).toThrow(
    'docs/a.md:3: nothing tells how to test this fence.',
  );
});

it('puts the hidden lines above a fence before its own', () => {
  const page = readPage('a', `<!-- before:\nimport 'x';\n-->\n${fence('ts')}`);
  expect(page.snippets[0]?.text).toBe("import 'x';\nlet it = 1;\n");
});
