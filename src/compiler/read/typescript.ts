import { createRequire } from 'node:module';
import type { ts as TypeScript } from 'ts-morph';

const require = createRequire(import.meta.url);

/**
 * TypeScript's parser, as ts-morph bundles it. Its syntax trees are read directly: ts-morph's own wrapping of every
 * node costs several times what parsing does, and nothing here needs types. For that reason it is also loaded past
 * ts-morph's own classes and the texts of TypeScript's libraries, and by `require`: `import` would read all nine megabytes
 * once more, to find the names of what they export.
 */
export const ts: typeof TypeScript = loadTypeScript();

function loadTypeScript(): typeof TypeScript {
  const ofMorph = createRequire(require.resolve('ts-morph'));
  return ofMorph('@ts-morph/common/dist/typescript.js') as typeof TypeScript;
}

/** The types of its nodes that are read here. */
export namespace ts {
  export type BindingElement = TypeScript.BindingElement;
  export type BindingName = TypeScript.BindingName;
  export type CallExpression = TypeScript.CallExpression;
  export type ClassDeclaration = TypeScript.ClassDeclaration;
  export type ClassElement = TypeScript.ClassElement;
  export type CompilerOptions = TypeScript.CompilerOptions;
  export type DiagnosticWithLocation = TypeScript.DiagnosticWithLocation;
  export type EnumDeclaration = TypeScript.EnumDeclaration;
  export type EnumMember = TypeScript.EnumMember;
  export type ExportDeclaration = TypeScript.ExportDeclaration;
  export type Expression = TypeScript.Expression;
  export type FunctionDeclaration = TypeScript.FunctionDeclaration;
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
  export type SyntaxKind = TypeScript.SyntaxKind;
  export type TranspileOutput = TypeScript.TranspileOutput;
  export type VariableDeclaration = TypeScript.VariableDeclaration;
  export type VariableDeclarationList = TypeScript.VariableDeclarationList;
  export type VariableStatement = TypeScript.VariableStatement;
}
