import { expect, test } from 'vitest';
import { printCodeFrame } from '../../../src/cli/print/print-code-frame.js';

const at = (line: number, column: number, length = 1) => ({ line, column, length });

test('A frame shows the line with its neighbours, numbered, and carets below the error.', () => {
  const text = 'one\nconst two = 2;\nthree\nfour\n';
  expect(printCodeFrame(text, at(2, 7, 3))).toBe(
    ['  |', '1 | one', '2 | const two = 2;', '  |       ^^^', '3 | three'].join('\n'),
  );
});

test('The first line has no line above it and the numbers of a longer file are aligned.', () => {
  expect(printCodeFrame('a\nb', at(1, 1))).toBe(['  |', '1 | a', '  | ^', '2 | b'].join('\n'));
  const text = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join('\n');
  expect(printCodeFrame(text, at(9, 1, 4))).toBe(
    ['   |', ' 8 | line 8', ' 9 | line 9', '   | ^^^^', '10 | line 10'].join('\n'),
  );
});

test('Windows line ends and a byte order mark leave no trace.', () => {
  expect(printCodeFrame('\ufeffa\r\nbad\r\nc\r\n', at(2, 1, 3))).toBe(
    ['  |', '1 | a', '2 | bad', '  | ^^^', '3 | c'].join('\n'),
  );
});

test('A tab is one column of the place and as wide as its tab stop in the frame.', () => {
  expect(printCodeFrame('\tx = 1', at(1, 2))).toBe(['  |', '1 |     x = 1', '  |     ^'].join('\n'));
  expect(printCodeFrame('ab\tx', at(1, 4))).toBe(['  |', '1 | ab  x', '  |     ^'].join('\n'));
});

test('Wide, combining and surrogate characters keep the carets below the right columns.', () => {
  expect(printCodeFrame("'日本' + bad", at(1, 8, 3))).toBe(
    ['  |', "1 | '日本' + bad", '  |          ^^^'].join('\n'),
  );
  expect(printCodeFrame("'😀' + bad", at(1, 8, 3))).toBe(
    ['  |', "1 | '😀' + bad", '  |        ^^^'].join('\n'),
  );
  expect(printCodeFrame("'e\u0301' + bad", at(1, 8, 3))).toBe(
    ['  |', "1 | 'e\u0301' + bad", '  |       ^^^'].join('\n'),
  );
});

test('Of a long line the part around the carets is shown.', () => {
  const text = `${'a'.repeat(300)}BAD${'b'.repeat(300)}\nshort`;
  const [, line = '', carets = ''] = printCodeFrame(text, at(1, 301, 3), { width: 40 }).split('\n');
  expect(line).toMatch(/^1 \| …a+BADb+…$/);
  expect(line.length).toBeLessThanOrEqual(4 + 42);
  expect(line.indexOf('BAD')).toBe(carets.indexOf('^^^'));
});

test('Carets never run past what is shown of a line.', () => {
  const [, line = '', carets = ''] = printCodeFrame('x'.repeat(500), at(1, 1, 500), { width: 50 }).split(
    '\n',
  );
  expect(line).toBe(`1 | ${'x'.repeat(50)}…`);
  expect(carets).toBe(`  | ${'^'.repeat(50)}`);
});

test('An error at the end of a line or in an empty one has one caret.', () => {
  expect(printCodeFrame('abc', at(1, 4))).toBe(['  |', '1 | abc', '  |    ^'].join('\n'));
  expect(printCodeFrame('', at(1, 1))).toBe(['  |', '1 |', '  | ^'].join('\n'));
});

test('Nothing in a source line can act on the terminal.', () => {
  const frame = printCodeFrame("'\u001b[31m\u0007\u202e' + bad", at(1, 13, 3));
  expect(frame).toBe(['  |', "1 | '\ufffd[31m\ufffd\ufffd' + bad", '  |             ^^^'].join('\n'));
});

test('A line that the text does not have gives no frame.', () => {
  expect(printCodeFrame('one', at(7, 1))).toBe('');
});
