import { fileURLToPath } from 'node:url';
import ts from 'typescript-5.9';
import { expect, test } from 'vitest';
import { NODE_MODULES } from '../compiler/support/run-compiler.js';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const ENTRY = `${DIST}index.d.ts`;

// `declaration: true` prints what TypeScript infers for a project's own exports, such as a function that extends a builder,
// and can name in it only what the package exports.
test('every type that a declaration of the package names is exported', () => {
  const program = ts.createProgram([ENTRY], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    types: ['node'],
    typeRoots: [`${NODE_MODULES}/@types`],
  });
  const checker = program.getTypeChecker();
  const entry = checker.getSymbolAtLocation(program.getSourceFile(ENTRY) as ts.SourceFile) as ts.Symbol;
  const exported = new Set(checker.getExportsOfModule(entry).map(follow));
  expect(exported.size).toBeGreaterThan(60);
  const unnamed = [...exported].flatMap((symbol) =>
    (symbol.declarations ?? []).flatMap((declaration) =>
      listNamed(declaration)
        .filter((named) => !exported.has(named))
        .map((named) => `${symbol.name} names ${named.name}`),
    ),
  );
  expect(unnamed).toEqual([]);

  function follow(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  }

  /** The types of the package that are named below a node; those that stand for `any` are printed as that. */
  function listNamed(node: ts.Node): ts.Symbol[] {
    const name = ts.isTypeReferenceNode(node)
      ? node.typeName
      : ts.isExpressionWithTypeArguments(node)
        ? node.expression
        : undefined;
    const found = name && checker.getSymbolAtLocation(name);
    const symbol = found && follow(found);
    const inside = symbol && isNamed(symbol) ? [symbol] : [];
    ts.forEachChild(node, (child) => void inside.push(...listNamed(child)));
    return inside;
  }

  function isNamed(symbol: ts.Symbol): boolean {
    const isOwn = symbol.declarations?.[0]?.getSourceFile().fileName.startsWith(DIST) === true;
    const isParameter = (symbol.flags & ts.SymbolFlags.TypeParameter) !== 0;
    return isOwn && !isParameter && !(checker.getDeclaredTypeOfSymbol(symbol).flags & ts.TypeFlags.Any);
  }
});
