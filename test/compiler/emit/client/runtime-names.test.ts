import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript-5.9';
import { describe, expect, test } from 'vitest';
import { CLIENT_RUNTIME_FILES } from '../../../../src/compiler/emit/client/client-parts.js';
import { CLIENT_RUNTIME_NAMES } from '../../../../src/compiler/model/naming/safe-identifier.js';

const FOLDER = fileURLToPath(new URL('../../../../src/client/', import.meta.url));
/** What the template declares, and the names inside what the emitter prints around the user's types. */
const TEMPLATE_NAMES = ['Client', 'File', 'Key', 'createClient', 'input', 'options', 'transport'];

const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'));
const program = ts.createProgram(
  files.map((file) => FOLDER + file),
  {
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    strict: true,
    noEmit: true,
    module: ts.ModuleKind.NodeNext,
  },
);
const sources = files.map((file) => program.getSourceFile(FOLDER + file) as ts.SourceFile);
/** Made first: it binds the sources, which sets every node's parent. */
const checker = program.getTypeChecker();

describe('the names of the client runtime', () => {
  test('are those its sources declare and take from the platform, and those of the template', () => {
    const declared = sources.flatMap((source) => listDeclared(source));
    const globals = sources.flatMap((source) => listGlobals(source));
    expect([...CLIENT_RUNTIME_NAMES].sort()).toEqual(
      [...new Set([...declared, ...globals, ...TEMPLATE_NAMES])].sort(),
    );
  });

  test('are declared once each', () => {
    const declared = sources.flatMap((source) => listDeclared(source));
    expect(declared.filter((name, index) => declared.indexOf(name) !== index)).toEqual([]);
  });

  test('come from every source but the entry and the credentials', () => {
    expect([...CLIENT_RUNTIME_FILES, 'index.ts', 'credentials.ts'].sort()).toEqual(files.sort());
  });
});

function listDeclared(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map(
        (declaration) => (declaration.name as ts.Identifier).text,
      );
    }
    const name = (statement as ts.Statement & { name?: ts.Identifier }).name;
    return name ? [name.text] : [];
  });
}

function listGlobals(source: ts.SourceFile): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isMemberName(node)) {
      const declarations = checker.getSymbolAtLocation(node)?.declarations ?? [];
      if (declarations.some((declaration) => declaration.getSourceFile().isDeclarationFile))
        names.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    ((ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) && parent.name === node) ||
    ts.isMethodDeclaration(parent) ||
    ts.isPropertySignature(parent)
  );
}
