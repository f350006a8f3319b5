import picocolors from 'picocolors';
import { expect, test } from 'vitest';
import { isColorWanted } from '../../../src/cli/colors.js';
import { printDiagnostic, printDiagnostics } from '../../../src/cli/print/print-diagnostic.js';
import { summarizeDiagnostics } from '../../../src/cli/print/summarize-diagnostics.js';
import type { Diagnostic } from '../../../src/compiler/diagnostic.js';

const duplicate: Diagnostic = {
  code: 'duplicate-route',
  severity: 'error',
  message: '"POST /users" is served by two procedures.',
  file: 'procedures/users.ts',
  line: 2,
  column: 26,
  length: 8,
  help: 'Change one of the methods or paths.',
  related: { message: 'The other one is here.', file: 'procedures/admin.ts', line: 1, column: 9, length: 8 },
};

const texts = new Map([
  ['procedures/users.ts', "const a = 1;\nmeta({ openapi: { path: '/users' } });\nend;\n"],
  ['procedures/admin.ts', "path:   '/users',\n"],
]);

test('A diagnostic is what, where, the code, the related place and one line of help.', () => {
  expect(
    printDiagnostic(duplicate, texts),
  ).toBe(`error[duplicate-route]: "POST /users" is served by two procedures.
  --> procedures/users.ts:2:26
    |
  1 | const a = 1;
  2 | meta({ openapi: { path: '/users' } });
    |                          ^^^^^^^^
  3 | end;
  related: The other one is here.
  --> procedures/admin.ts:1:9
    |
  1 | path:   '/users',
    |         ^^^^^^^^
  help: Change one of the methods or paths.`);
});

test('A file that cannot be read leaves the place without a frame.', () => {
  expect(
    printDiagnostic(duplicate, new Map()),
  ).toBe(`error[duplicate-route]: "POST /users" is served by two procedures.
  --> procedures/users.ts:2:26
  related: The other one is here.
  --> procedures/admin.ts:1:9
  help: Change one of the methods or paths.`);
});

test('Several diagnostics stand in the order given, an empty line between two.', () => {
  const warning: Diagnostic = { ...duplicate, severity: 'warning', message: 'Second.' };
  const printed = printDiagnostics([duplicate, warning], new Map());
  expect(printed.match(/^(error|warning)\[.*$/gm)).toEqual([
    'error[duplicate-route]: "POST /users" is served by two procedures.',
    'warning[duplicate-route]: Second.',
  ]);
  expect(printed).toContain('paths.\n\nwarning[');
  expect(printed.endsWith('paths.\n')).toBe(true);
});

test('Colours dress the text and change nothing in it.', () => {
  const colored = printDiagnostic(duplicate, texts, picocolors.createColors(true));
  expect(colored).toContain('\u001b[');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences are the point
  expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(printDiagnostic(duplicate, texts));
});

test('Escape sequences in a message are taken apart.', () => {
  expect(printDiagnostic({ ...duplicate, message: 'Bad path "\u001b[2J".' }, new Map())).not.toContain(
    '\u001b',
  );
});

test('The summary counts errors, warnings and files.', () => {
  const warning: Diagnostic = { ...duplicate, severity: 'warning', file: 'procedures/b.ts' };
  expect(summarizeDiagnostics([])).toBe('');
  expect(summarizeDiagnostics([duplicate])).toBe('1 error in 1 file');
  expect(summarizeDiagnostics([duplicate, duplicate, warning])).toBe('2 errors and 1 warning in 2 files');
});

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ TERM: 'dumb' }, true, false],
  [{ TERM: 'xterm' }, false, false],
])('With %o on a terminal (%s) colour is wanted: %s.', (env, isTTY, isWanted) => {
  expect(isColorWanted(env, isTTY)).toBe(isWanted);
});
