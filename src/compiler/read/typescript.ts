import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ts as TypeScript } from 'ts-morph';
import { CODE_FOLDER } from '../package-folder.js';
import { loadTypeScript } from './load-typescript.js';

/** With what TypeScript's own declarations keep to themselves: the parser alone gives its nodes no methods that say so. */
type Parser = typeof TypeScript & {
  /** Where a node begins. */
  getTokenPosOfNode(node: ts.Node, tree: ts.SourceFile): number;
  /** Where each line begins. */
  getLineStarts(tree: ts.SourceFile): readonly number[];
};

/**
 * TypeScript's parser. Its syntax trees are read directly: ts-morph's own wrapping of every node costs several times what
 * parsing does, and nothing here needs types. For that reason `dist` brings the parser alone (`scripts/cut-parser.mjs`), which
 * is there in a tenth of the time; to `src` it is a part of the whole.
 */
export const ts: Parser = loadParser();

function loadParser(): Parser {
  const parser = fileURLToPath(new URL('compiler/read/typescript-parser.cjs', CODE_FOLDER));
  if (!existsSync(parser)) return loadTypeScript() as Parser;
  return createRequire(import.meta.url)(parser) as Parser;
}

/** The types of its nodes that are read here. */
export namespace ts {
  export type ArrowFunction = TypeScript.ArrowFunction;
  export type BindingElement = TypeScript.BindingElement;
  export type BindingName = TypeScript.BindingName;
  export type CallExpression = TypeScript.CallExpression;
  export type ClassDeclaration = TypeScript.ClassDeclaration;
  export type ClassElement = TypeScript.ClassElement;
  export type DiagnosticWithLocation = TypeScript.DiagnosticWithLocation;
  export type EnumDeclaration = TypeScript.EnumDeclaration;
  export type EnumMember = TypeScript.EnumMember;
  export type ExportDeclaration = TypeScript.ExportDeclaration;
  export type Expression = TypeScript.Expression;
  export type FunctionDeclaration = TypeScript.FunctionDeclaration;
  export type FunctionExpression = TypeScript.FunctionExpression;
  export type HasModifiers = TypeScript.HasModifiers;
  export type Identifier = TypeScript.Identifier;
  export type ImportDeclaration = TypeScript.ImportDeclaration;
  export type JSDoc = TypeScript.JSDoc;
  export type ModifierLike = TypeScript.ModifierLike;
  export type ModuleDeclaration = TypeScript.ModuleDeclaration;
  export type Node = TypeScript.Node;
  export type ObjectLiteralElementLike = TypeScript.ObjectLiteralElementLike;
  export type ObjectLiteralExpression = TypeScript.ObjectLiteralExpression;
  export type ParenthesizedExpression = TypeScript.ParenthesizedExpression;
  export type PropertyName = TypeScript.PropertyName;
  export type SourceFile = TypeScript.SourceFile;
  export type Statement = TypeScript.Statement;
  export type StringLiteralLike = TypeScript.StringLiteralLike;
  export type SyntaxKind = TypeScript.SyntaxKind;
  export type TypeElement = TypeScript.TypeElement;
  export type TypeNode = TypeScript.TypeNode;
  export type VariableDeclaration = TypeScript.VariableDeclaration;
  export type VariableDeclarationList = TypeScript.VariableDeclarationList;
  export type VariableStatement = TypeScript.VariableStatement;
}
