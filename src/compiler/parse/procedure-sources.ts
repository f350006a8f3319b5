import type { Node } from 'oxc-parser';
import { mayGiveBuilder } from './builder-chain.js';
import { listNodes } from './cut-handlers.js';
import type { ImportDeclaration, ModuleSyntax } from './module-syntax.js';
import type { SourceModules } from './source-modules.js';
import { isFunction, listReferences, unwrap } from './syntax-tree.js';

/**
 * The names at a module's top level through which a procedure can be made: the package's builders, what the project's own
 * modules make with one of them, and what the module makes with these. The modules that are looked at are added to `followed`.
 */
export function findProcedureSources(
  module: ModuleSyntax,
  modules: SourceModules,
  followed: Set<string>,
): ReadonlySet<string> {
  return findSources(module, ({ from, imported }) => {
    const path = mayGiveBuilder(from) ? modules.resolve(module.path, from) : null;
    const target = path === null ? null : modules.parse(path);
    if (!target) return false;
    followed.add(target.path);
    return leadsToProcedure(target, imported);
  });
}

/** Whether a module makes what it exports as `name` with a builder; where that name is not found, whether it has any. */
function leadsToProcedure(module: ModuleSyntax, name: string): boolean {
  const names = ownSources.get(module) ?? findSources(module, () => false);
  ownSources.set(module, names);
  const exported = module.exports.get(name);
  const local = exported && 'local' in exported ? exported.local : undefined;
  const isDeclared = local !== undefined && module.declarations.get(local)?.kind !== 'import';
  return isDeclared ? names.has(local) : names.size > 0;
}

/** A shared module is imported by many. */
const ownSources = new WeakMap<ModuleSyntax, ReadonlySet<string>>();

function findSources(
  { declarations, effects }: ModuleSyntax,
  isSource: (imported: ImportDeclaration) => boolean,
): ReadonlySet<string> {
  const sources = new Set<string>();
  for (const [name, declaration] of declarations) {
    if (declaration.kind !== 'import') continue;
    const isBuilder = declaration.from === 'procgen' && BUILDERS.has(declaration.imported);
    if (isBuilder || isSource(declaration)) sources.add(name);
  }
  if (sources.size === 0) return sources;
  const made = [...declarations.values()].flatMap((declaration) =>
    declaration.kind === 'import' ? [] : [{ names: declaration.names, nodes: listNodes(declaration) }],
  );
  const assigned = effects.flatMap(({ node }) => {
    const value = node.type === 'ExpressionStatement' ? node.expression : node;
    if (value.type !== 'AssignmentExpression' || value.left.type !== 'Identifier') return [];
    return [{ names: [value.left.name], nodes: [value.right] }];
  });
  const uses = [...made, ...assigned].map(({ names, nodes }) => ({
    names,
    references: new Set(nodes.flatMap((node) => [...listReferences(node)])),
  }));
  for (let size = 0; size !== sources.size; ) {
    size = sources.size;
    for (const { names, references } of uses) {
      if (hasAny(references, sources)) for (const name of names) sources.add(name);
    }
  }
  return sources;
}

const BUILDERS: ReadonlySet<string> = new Set(['procedure', 'createProcedure', '*']);

/** Whether an expression has such a name in a part that runs at once, not inside a function for later. */
export function mentionsNow(expression: Node, names: ReadonlySet<string>): boolean {
  const called: Node[] = [];
  const references = listReferences(expression, (node) => {
    if (node.type === 'CallExpression') called.push(unwrap(node.callee));
    return isFunction(node);
  });
  const inside = called.filter(isFunction).map((callee) => listReferences(callee));
  return [references, ...inside].some((each) => hasAny(each, names));
}

function hasAny(references: ReadonlySet<string>, names: ReadonlySet<string>): boolean {
  return [...references].some((name) => names.has(name));
}
