import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { ts } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { SRC } from './read-sources.js';

const REPOSITORY = join(SRC, '..');
const [, NAMES = '', PROSE = ''] = readFileSync(join(REPOSITORY, 'docs/vocabulary.md'), 'utf8').split(
  '\n## ',
);

/** Fixtures are code of users; recipes and benches install packages and build. */
const SKIPPED = /^test\/(?:cases\/|recipes\/.*\/generated\/|.*\/(?:node_modules|\.procgen)\/)/;

const sources = ['src', 'test'].flatMap((folder) => listFiles(folder, /\.(?:ts|mjs)$/));
const pages = [
  'README.md',
  'CHANGELOG.md',
  ...['docs', 'src', 'templates'].flatMap((folder) => listFiles(folder, /\.(?:md|hbs)$/)),
];

describe('the identifiers and file names that docs/vocabulary.md replaces', () => {
  const avoided = new Set(
    readCells(NAMES).flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)),
  );

  test('are read from its first table', () => {
    expect(avoided).toContain('ProcedureDraft');
    expect(avoided).toContain('edition');
  });

  test('are no identifier of src and test', () => {
    const found = parseThose(new RegExp([...avoided].join('|'))).flatMap((source) => {
      return listNodes(source).flatMap((node) =>
        ts.isIdentifier(node) && avoided.has(node.text)
          ? [`${locate(source, node.getStart())} ${node.text}`]
          : [],
      );
    });
    expect(found).toEqual([]);
  });

  test('are no file name of src and test', () => {
    expect(sources.filter((file) => avoided.has(basename(file).replace(/\..*$/, '')))).toEqual([]);
  });
});

describe('the words that docs/vocabulary.md replaces in prose', () => {
  const words = readCells(PROSE).flatMap((cell) => cell.split(', '));
  const pattern = new RegExp(`\\b(?:${words.join('|')})\\b`, 'i');

  test('are read from its second table', () => {
    expect('Doors').toMatch(pattern);
    expect('node:net, make room for, default, source map').not.toMatch(pattern);
  });

  test('are in no comment and no message of src and test', () => {
    const found = parseThose(new RegExp(words.join('|'), 'i')).flatMap((source) =>
      listProse(source)
        .filter(({ text }) => pattern.test(withoutCode(text)))
        .map(({ text, start }) => `${locate(source, start)} ${text}`),
    );
    expect(found).toEqual([]);
  });

  test('are in no page and no template', () => {
    const found = pages.filter((file) => {
      // The tables of the vocabulary quote the words.
      const text = file === 'docs/vocabulary.md' ? '' : readFileSync(join(REPOSITORY, file), 'utf8');
      return pattern.test(withoutCode(text));
    });
    expect(found).toEqual([]);
  });
});

/** The left cells of a table's rows. */
function readCells(section: string): string[] {
  return [...section.matchAll(/^\| (?!instead of|---)(.*?) \|/gm)].map(([, cell = '']) => cell);
}

/** The files below a folder of the repository, by their paths from there. */
function listFiles(folder: string, name: RegExp): string[] {
  return readdirSync(join(REPOSITORY, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map(({ parentPath, name }) => relative(REPOSITORY, join(parentPath, name)).replaceAll('\\', '/'))
    .filter((file) => !SKIPPED.test(file))
    .sort();
}

/** The sources that have a match anywhere: a word that stands nowhere in a file is in none of its parts. */
function parseThose(pattern: RegExp): readonly ts.SourceFile[] {
  return sources
    .map((file) => [file, readFileSync(join(REPOSITORY, file), 'utf8')] as const)
    .filter(([, text]) => pattern.test(text))
    .map(([file, text]) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
}

function listNodes(node: ts.Node, nodes: ts.Node[] = []): readonly ts.Node[] {
  nodes.push(node);
  ts.forEachChild(node, (child) => void listNodes(child, nodes));
  return nodes;
}

/** The comments, and the texts of literals with a space; those without one are codes, keys and module specifiers. */
function listProse(source: ts.SourceFile): { readonly text: string; readonly start: number }[] {
  const comments = new Map<number, string>();
  const literals: { text: string; start: number }[] = [];
  for (const node of listNodes(source)) {
    for (const { pos, end } of [
      ...(ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, node.end) ?? []),
    ])
      comments.set(pos, source.text.slice(pos, end));
    if (
      (ts.isLiteralExpression(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isTemplateHead(node)) &&
      /\s/.test(node.text)
    )
      literals.push({ text: node.text, start: node.getStart() });
  }
  return [...[...comments].map(([start, text]) => ({ start, text })), ...literals];
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
}

function locate(source: ts.SourceFile, position: number): string {
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(position).line + 1}`;
}
