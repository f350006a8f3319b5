import type { TextEdit } from './text-edit.js';
import { ts } from './typescript.js';

/**
 * Marks a class as pure whose declaration runs code: one that extends another, or with static parts. Classes with
 * decorators stay as they are.
 */
export function isolateClass(statement: ts.ClassDeclaration): TextEdit[] {
  const { name, modifiers } = statement;
  const has = (kind: ts.SyntaxKind) => modifiers?.some((modifier) => modifier.kind === kind) ?? false;
  if (has(ts.SyntaxKind.DeclareKeyword) || has(ts.SyntaxKind.Decorator) || !runsCode(statement)) return [];
  const start = statement.getStart();
  const keyword = statement.getText().search(/\bclass\b/) + start;
  if (!name) {
    return [
      { start, end: keyword, replacement: 'export default /* @__PURE__ */ (() => ' },
      { start: statement.end, end: statement.end, replacement: ')();' },
    ];
  }
  const isDefault = has(ts.SyntaxKind.DefaultKeyword);
  const isExported = has(ts.SyntaxKind.ExportKeyword) && !isDefault;
  const before = `${isExported ? 'export ' : ''}let ${name.text} = /* @__PURE__ */ (() => { `;
  const after = ` return ${name.text}; })();${isDefault ? ` export { ${name.text} as default };` : ''}`;
  return [
    { start, end: keyword, replacement: before },
    { start: statement.end, end: statement.end, replacement: after },
  ];
}

function runsCode({ heritageClauses, members }: ts.ClassDeclaration): boolean {
  return (
    (heritageClauses?.some(({ token }) => token === ts.SyntaxKind.ExtendsKeyword) ?? false) ||
    members.some(
      (member) =>
        ts.isClassStaticBlockDeclaration(member) ||
        (ts.isPropertyDeclaration(member) &&
          member.initializer !== undefined &&
          (member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false)),
    )
  );
}
