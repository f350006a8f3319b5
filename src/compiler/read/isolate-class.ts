import { startOfNode } from './node-range.js';
import type { TextEdit } from './text-edit.js';
import { ts } from './typescript.js';

/** Marks a class as pure whose declaration runs code: one that extends another, has decorators, or static parts. */
export function isolateClass(tree: ts.SourceFile, statement: ts.ClassDeclaration): TextEdit[] {
  const modifiers = statement.modifiers ?? [];
  const find = (kind: ts.SyntaxKind) => modifiers.filter((modifier) => modifier.kind === kind);
  if (find(ts.SyntaxKind.DeclareKeyword).length > 0 || !runsCode(statement)) return [];
  const name = statement.name?.text ?? '$procgenClass';
  const isDefault = find(ts.SyntaxKind.DefaultKeyword).length > 0;
  const isExported = find(ts.SyntaxKind.ExportKeyword).length > 0 && !isDefault;
  // Decorators may stand on either side of `export`, and stay with the class.
  const removed = [ts.SyntaxKind.ExportKeyword, ts.SyntaxKind.DefaultKeyword].flatMap(find);
  const before = `${isExported ? 'export ' : ''}let ${name} = /* @__PURE__ */ (() => { `;
  const after = ` return ${name}; })();${isDefault ? ` export { ${name} as default };` : ''}`;
  return [
    insert(startOfNode(statement, tree), before),
    ...removed.map((modifier) => ({
      start: startOfNode(modifier, tree),
      end: modifier.end,
      replacement: '',
    })),
    ...(statement.name ? [] : [insert(endOfKeyword(tree, statement), ` ${name}`)]),
    insert(statement.end, after),
  ];
}

function insert(position: number, replacement: string): TextEdit {
  return { start: position, end: position, replacement };
}

function endOfKeyword(tree: ts.SourceFile, statement: ts.ClassDeclaration): number {
  const from = statement.modifiers?.at(-1)?.end ?? startOfNode(statement, tree);
  const rest = tree.text.slice(from);
  return from + rest.indexOf('class') + 'class'.length;
}

function runsCode(statement: ts.ClassDeclaration): boolean {
  const { heritageClauses, members } = statement;
  return (
    hasDecorators(statement) ||
    (heritageClauses?.some(({ token }) => token === ts.SyntaxKind.ExtendsKeyword) ?? false) ||
    members.some(isRunAtOnce)
  );
}

/** Whether a part of a class runs code when the class is declared. */
function isRunAtOnce(member: ts.ClassElement): boolean {
  if (ts.isClassStaticBlockDeclaration(member)) return true;
  if (member.name && ts.isComputedPropertyName(member.name)) return true;
  if (hasDecorators(member)) return true;
  if (ts.isFunctionLike(member) && member.parameters.some(hasDecorators)) return true;
  const isStatic = ts.canHaveModifiers(member) && member.modifiers?.some(isStaticKeyword);
  return ts.isPropertyDeclaration(member) && member.initializer !== undefined && isStatic === true;
}

function hasDecorators(node: ts.Node): boolean {
  return ts.canHaveDecorators(node) && (ts.getDecorators(node)?.length ?? 0) > 0;
}

function isStaticKeyword({ kind }: ts.ModifierLike): boolean {
  return kind === ts.SyntaxKind.StaticKeyword;
}
