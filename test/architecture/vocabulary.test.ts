import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { readSources, SRC } from './read-sources.js';

const PAGE = readFileSync(join(SRC, '..', 'docs', 'vocabulary.md'), 'utf8');

/** The words in code style of the table's left column. */
const AVOIDED = new Set(
  [...PAGE.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
  ),
);

const files = readSources().map(({ file }) => file);

test('the table of docs/vocabulary.md has words', () => {
  expect(AVOIDED).toContain('ProcedureDraft');
  expect(AVOIDED).toContain('edition');
});

test('no identifier of src is a word that the vocabulary replaces', () => {
  expect(files.flatMap(listAvoided)).toEqual([]);
});

test('no file of src is named by such a word', () => {
  expect(files.filter((file) => AVOIDED.has(basename(file).replace(/\.\w+$/, '')))).toEqual([]);
});

function listAvoided(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(SRC, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && AVOIDED.has(node.text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1} ${node.text}`);
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}
