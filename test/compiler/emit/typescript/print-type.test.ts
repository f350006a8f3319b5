import { describe, expect, test } from 'vitest';
import { printComment } from '../../../../src/compiler/emit/typescript/print-comment.js';
import { printDeclaration, printType } from '../../../../src/compiler/emit/typescript/print-type.js';
import type { TypeModel } from '../../../../src/model/type-model.js';
import { checkTypes } from '../client/check-types.js';
import {
  arrayOf,
  literals,
  NULL,
  NUMBER,
  named,
  object,
  reference,
  STRING,
  UNKNOWN,
} from '../client/fixture-model.js';

const stringOrNull: TypeModel = { kind: 'union', members: [STRING, NULL] };

describe('printType', () => {
  const cases: readonly [TypeModel, string][] = [
    [STRING, 'string'],
    [{ kind: 'literal', value: "it's" }, "'it\\'s'"],
    [{ kind: 'literal', value: -1.5 }, '-1.5'],
    [{ kind: 'literal', value: -0 }, '0'],
    [{ kind: 'literal', value: null }, 'null'],
    [arrayOf(arrayOf(STRING)), 'string[][]'],
    [arrayOf(stringOrNull), '(string | null)[]'],
    [arrayOf({ kind: 'union', members: [STRING] }), 'string[]'],
    [
      { kind: 'union', members: [STRING, stringOrNull, { kind: 'union', members: [NUMBER, STRING] }] },
      'string | null | number',
    ],
    [{ kind: 'intersection', members: [reference('A'), stringOrNull] }, 'A & (string | null)'],
    [
      { kind: 'union', members: [{ kind: 'intersection', members: [reference('A'), reference('B')] }, NULL] },
      'A & B | null',
    ],
    [
      { kind: 'tuple', items: [STRING, stringOrNull], rest: stringOrNull },
      '[string, string | null, ...(string | null)[]]',
    ],
    [{ kind: 'tuple', items: [] }, '[]'],
    [object({}), '{}'],
    [object({ a: STRING, 'b-c?': stringOrNull }), "{\n  a: string;\n  'b-c'?: string | null | undefined;\n}"],
    [object({ a: STRING }, UNKNOWN), '{\n  a: string;\n  [key: string]: unknown;\n}'],
    [
      object({ 'a?': STRING }, NUMBER),
      '{\n  a?: string | undefined;\n  [key: string]: number | string | undefined;\n}',
    ],
    [{ kind: 'record', key: STRING, value: NUMBER, isPartial: false }, '{ [key: string]: number }'],
    [
      { kind: 'record', key: literals('a', 'b'), value: NUMBER, isPartial: false },
      "{ [Key in 'a' | 'b']: number }",
    ],
    [
      { kind: 'record', key: reference('A'), value: NUMBER, isPartial: true },
      '{ [Key in A]?: number | undefined }',
    ],
  ];
  test.each(cases)('prints %j', (type, text) => {
    expect(printType(type)).toBe(text);
  });

  test('breaks a union that is too long for a line', () => {
    const long = literals('a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40));
    expect(printDeclaration(named('Long', long))).toBe(
      `export type Long =\n  | '${'a'.repeat(40)}'\n  | '${'b'.repeat(40)}'\n  | '${'c'.repeat(40)}';\n`,
    );
  });

  test('prints types that compile, wherever they stand', async () => {
    const long = literals('a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40));
    const types = [
      ...cases.map(([type]) => type),
      long,
      arrayOf(long),
      object({ deep: object({ l: arrayOf(long) }, long) }),
    ];
    const text = [
      'export interface A { a: string }\nexport interface B { b: string }\n',
      ...types.map((type, index) => printDeclaration(named(`T${index}`, type))),
      ...types.map((type, index) => printDeclaration(named(`O${index}`, object({ x: arrayOf(type) }, type)))),
    ]
      .join('\n')
      .replace('{ [Key in A]?: number | undefined }', '{ [Key in keyof A]?: number | undefined }')
      .replaceAll('[Key in A]', '[Key in keyof A]');
    expect(await checkTypes({ 'types.ts': text }, '7', 'dom')).toBe('');
  });
});

describe('printDeclaration', () => {
  test('makes an interface of an object and an alias of anything else, with their comments', () => {
    const type = object({ id: { description: 'Names it.', isDeprecated: true } });
    expect(printDeclaration(named('Item', type, { description: 'A thing.' }))).toBe(
      '/** A thing. */\nexport interface Item {\n  /**\n   * Names it.\n   * @deprecated\n   */\n  id: string;\n}\n',
    );
    expect(printDeclaration(named('Items', arrayOf(reference('Item')), { isDeprecated: true }))).toBe(
      '/** @deprecated */\nexport type Items = Item[];\n',
    );
  });
});

describe('printComment', () => {
  test('says nothing when there is nothing to say', () => {
    expect(printComment([])).toBe('');
    expect(printComment(['', ' \n '])).toBe('');
  });

  test('breaks what would close it, on every kind of line', () => {
    expect(printComment(['a */ b'])).toBe('/** a *\\/ b */\n');
    expect(printComment(['a\r\nb\u2028*/ c', '', '*/'], '  ')).toBe(
      '  /**\n   * a\n   * b\n   * *\\/ c\n   *\n   * *\\/\n   */\n',
    );
  });

  test('lets text be no tag and no link', () => {
    expect(printComment(['@deprecated Never.\n  @see x\nmail a@b.example {@link Item}'])).toBe(
      '/**\n * \\@deprecated Never.\n *   \\@see x\n * mail a@b.example {\\@link Item}\n */\n',
    );
    expect(printComment(['Text.'], '', { deprecation: 'Since 2026-01-31.' })).toBe(
      '/**\n * Text.\n * @deprecated Since 2026-01-31.\n */\n',
    );
  });

  test.each([...'\u202a\u202e\u2066\u2069\u200e\u200f\u061c\ufeff\0\u001b\u007f\ud800'])(
    'spells out what is not seen: %j',
    (character) => {
      const code = character.charCodeAt(0).toString(16).padStart(4, '0');
      expect(printComment([`a${character}b`])).toBe(`/** a\\u${code}b */\n`);
    },
  );

  test('leaves alone what joins letters and emoji', () => {
    expect(printComment(['👩\u200d💻 ਕ\u200cਖ\té'])).toBe('/** 👩\u200d💻 ਕ\u200cਖ\té */\n');
  });
});
