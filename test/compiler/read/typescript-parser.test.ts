import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadTypeScript } from '../../../src/compiler/read/load-typescript.js';
import type { ts } from '../../../src/compiler/read/typescript.js';

const REPOSITORY = new URL('../../../', import.meta.url);
const whole = loadTypeScript() as typeof ts;
/** What `npm run build:dist` cut out of it. */
const alone = createRequire(import.meta.url)(
  fileURLToPath(new URL('dist/compiler/read/typescript-parser.cjs', REPOSITORY)),
) as typeof ts;
const texts = ['test/cases/valid', 'test/cases/invalid', 'src/compiler/read', 'src/authoring'].flatMap(
  readTexts,
);

describe('TypeScript’s parser, cut out of it,', () => {
  test('reads every module of this project and of its cases as the whole does.', () => {
    expect(texts.length).toBeGreaterThan(200);
    for (const text of texts) expect(describeTree(alone, text)).toBe(describeTree(whole, text));
  });

  test('reads what was damaged as the whole does, with the same faults.', () => {
    const damaged = fc
      .record({
        text: fc.constantFrom(...texts),
        from: fc.nat(2_000),
        length: fc.nat(40),
        instead: fc.oneof(fc.string(), fc.constantFrom('{', '`', '/**', '=>', '@', 'enum ', 'é\u2028', '<')),
      })
      .map(({ text, from, length, instead }) => text.slice(0, from) + instead + text.slice(from + length));
    fc.assert(
      fc.property(damaged, (text) => {
        expect(describeTree(alone, text)).toBe(describeTree(whole, text));
      }),
      { numRuns: 100 },
    );
  });

  test('reads settings with comments as the whole does, whatever they are.', () => {
    const settings = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((text) => `/* one */ ${text.slice(0, -1)}, // two`),
      fc.constantFrom('', '[]', '{ "paths": { "#a": ["./b",] }, }', '{ compilerOptions: { } }'),
    );
    const parse = (parser: typeof ts, text: string) =>
      JSON.stringify(parser.parseConfigFileTextToJson('tsconfig.json', text).config);
    fc.assert(
      fc.property(settings, (text) => {
        expect(parse(alone, text)).toBe(parse(whole, text));
      }),
    );
  });
});

function readTexts(folder: string): readonly string[] {
  const base = new URL(`${folder}/`, REPOSITORY);
  return readdirSync(base, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[cm]?tsx?$/.test(path))
    .map((path) => readFileSync(new URL(path, base), 'utf8'));
}

/** All that the stage `read` can see of a tree: of each node its kind, its place, its words, and what tells it from others. */
function describeTree(parser: typeof ts, text: string): string {
  const tree = parser.createSourceFile('procedures/file.ts', text, parser.ScriptTarget.Latest);
  const { parseDiagnostics } = tree as unknown as { parseDiagnostics: readonly ts.DiagnosticWithLocation[] };
  const nodes: unknown[] = [];
  const visit = (node: ts.Node): void => {
    const { kind, pos, end, flags, text: words, jsDoc } = node as Seen;
    const answers = TELLING.filter((tells) => (parser[tells] as Telling)(node));
    nodes.push([kind, pos, end, flags, words, parser.getTokenPosOfNode(node, tree), answers]);
    for (const doc of jsDoc ?? []) visit(doc);
    parser.forEachChild(node, visit);
  };
  visit(tree);
  const faults = parseDiagnostics.map(({ start, length, messageText }) => [
    start,
    length,
    parser.flattenDiagnosticMessageText(messageText, ' '),
    parser.getLineAndCharacterOfPosition(tree, start),
  ]);
  return JSON.stringify({ nodes, faults, lines: parser.getLineStarts(tree) });
}

type Seen = ts.Node & { readonly text?: string; readonly jsDoc?: readonly ts.Node[] };
type Telling = (node: ts.Node) => boolean;

/** The functions that tell nodes apart; those that are asked of every node. */
const TELLING = Object.keys(alone).filter((name) => /^(?:is|canHave)[A-Z]/.test(name)) as (keyof typeof ts)[];
