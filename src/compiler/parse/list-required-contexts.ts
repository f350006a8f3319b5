import type { Node, TSSignature, TSType } from 'oxc-parser';
import type { SourceLocation } from '../source-location.js';
import { locationOf } from './location-of.js';
import type { ModuleSyntax } from './module-syntax.js';
import { isFunction, nameOfKey, walk } from './syntax-tree.js';

/** A call of `createProcedure<AppContext>()`, which relies on the application's own context. */
export interface RequiredContext {
  readonly location: SourceLocation;
  /** Whether the type has a member other than `user`, which `authenticate` does not provide. */
  readonly needsMoreThanUser: boolean;
}

/** Lists the calls of a module that rely on the application's own context. */
export function listRequiredContexts(module: ModuleSyntax): readonly RequiredContext[] {
  // The usual case, decided early.
  if (!/\bcreateProcedure\b/.test(module.text)) return [];
  const contexts: RequiredContext[] = [];
  for (const statement of module.statements) {
    walk(statement, (node) => {
      // Inside a function, the type argument may depend on the caller.
      if (isFunction(node)) return true;
      const context = node.type === 'CallExpression' ? node.typeArguments?.params[0] : undefined;
      if (!context || !makesBuilder((node as { callee: Node }).callee, module)) return false;
      const required = listRequired(context, module);
      const needsMoreThanUser = required.some((name) => name !== null && name !== 'user');
      if (required.length > 0) contexts.push({ location: locationOf(module, context), needsMoreThanUser });
      return false;
    });
  }
  return contexts;
}

/** Whether the callee is `createProcedure`, under any local name. */
function makesBuilder(callee: Node, { declarations }: ModuleSyntax): boolean {
  const isMember = callee.type === 'MemberExpression';
  const root = isMember ? callee.object : callee;
  const imported = root.type === 'Identifier' ? declarations.get(root.name) : undefined;
  if (imported?.kind !== 'import' || imported.from !== 'procgen') return false;
  const name = isMember ? nameOfKey(callee.property, callee.computed) : imported.imported;
  return name === 'createProcedure';
}

/**
 * Lists the required members of a type that this module declares; null for those that it does not show: of an imported
 * type, or of one that an interface extends.
 */
function listRequired(
  type: TSType,
  module: ModuleSyntax,
  ancestors: readonly string[] = [],
): readonly (string | null)[] {
  switch (type.type) {
    case 'TSTypeLiteral':
      return type.members.flatMap(nameRequired);
    case 'TSIntersectionType':
      return type.types.flatMap((part) => listRequired(part, module, ancestors));
    case 'TSParenthesizedType':
      return listRequired(type.typeAnnotation, module, ancestors);
    case 'TSObjectKeyword':
      return [];
  }
  const isNamed = type.type === 'TSTypeReference' && type.typeName.type === 'Identifier';
  const name = isNamed ? (type.typeName as { name: string }).name : '';
  if (ancestors.includes(name)) return [null];
  const required = module.statements.flatMap((statement) => {
    const isExported =
      statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration';
    const declared: Node | null = isExported ? statement.declaration : statement;
    if (declared?.type === 'TSTypeAliasDeclaration' && declared.id.name === name) {
      return [listRequired(declared.typeAnnotation, module, [...ancestors, name])];
    }
    if (declared?.type !== 'TSInterfaceDeclaration' || declared.id.name !== name) return [];
    const extended = declared.extends.length > 0 ? [null] : [];
    return [[...declared.body.body.flatMap(nameRequired), ...extended]];
  });
  return required.length > 0 ? required.flat() : [null];
}

function nameRequired(member: TSSignature): readonly (string | null)[] {
  if (!('key' in member)) return [null];
  return member.optional ? [] : [nameOfKey(member.key, member.computed)];
}
