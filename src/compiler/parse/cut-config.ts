import type { Node } from 'oxc-parser';
import type { Declaration, ModuleSyntax } from './module-syntax.js';
import { nameOfKey, unwrap, walk } from './syntax-tree.js';
import type { TextEdit } from './text-edit.js';

type Declarations = ReadonlyMap<string, Declaration>;
type Call = Node & { type: 'CallExpression' };

/** What stands in the place of a property. */
export interface ConfigCut {
  readonly node: Node;
  readonly value: string;
}

/** What only a running application needs, by the way to it, and what stands in its place. */
const RUNNING: Readonly<Record<string, string>> = {
  onStart: 'undefined',
  onStop: 'undefined',
  onError: 'undefined',
  // That there is one stays known.
  context: '() => null',
  authenticate: '() => null',
  'authenticate.verify': 'undefined',
  'idempotency.scope': 'undefined',
  'signIn.openId.allow': 'undefined',
};

/** What a call of `defineConfig` is given that only a running application needs. */
export function cutConfig(call: Call, declarations: Declarations): readonly ConfigCut[] {
  return Object.entries(RUNNING).flatMap(([way, value]) => {
    const found = findMembers(call.arguments[0] as Node | undefined, way.split('.'), declarations);
    return found
      .filter((node) => !isNeeded(way, node.value, declarations))
      .map((node) => ({ node, value: `${way.split('.').at(-1)}: ${value}` }));
  });
}

/** What a configuration has for builds only: a server is made without it, and without the modules that it comes from. */
export function cutBuildOptions({ statements, declarations }: ModuleSyntax): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (const statement of statements) {
    walk(statement, (node) => {
      if (node.type !== 'CallExpression' || !isDefineConfig(node, declarations)) return false;
      const found = findMembers(node.arguments[0] as Node | undefined, ['emitters'], declarations);
      for (const { start, end } of found) edits.push({ start, end, replacement: 'emitters: undefined' });
      return false;
    });
  }
  return edits;
}

export function isDefineConfig({ callee }: Call, declarations: Declarations): boolean {
  if (callee.type !== 'Identifier') return false;
  const declaration = declarations.get(callee.name);
  return (
    declaration?.kind === 'import' &&
    declaration.from === 'procgen' &&
    declaration.imported === 'defineConfig'
  );
}

/** Whether a build looks at a value all the same. */
function isNeeded(way: string, value: Node, declarations: Declarations): boolean {
  const { type } = resolveConstant(value, declarations);
  // An imported one may carry a scheme that the description needs.
  if (way === 'authenticate') return type === 'ObjectExpression' || isImported(value, declarations);
  // A list of people is checked.
  const isPlain = type === 'ArrayExpression' || type === 'Literal' || type === 'TemplateLiteral';
  return way === 'signIn.openId.allow' && isPlain;
}

/** The properties at the end of a way of names through objects that the module writes out. */
function findMembers(
  expression: Node | undefined,
  [name, ...rest]: readonly string[],
  declarations: Declarations,
): readonly (Node & { type: 'Property' })[] {
  const value = expression && resolveConstant(expression, declarations);
  if (value?.type !== 'ObjectExpression') return [];
  return value.properties.flatMap((property) => {
    if (property.type === 'SpreadElement') {
      return name === undefined ? [] : findMembers(property.argument, [name, ...rest], declarations);
    }
    if (nameOfKey(property.key, property.computed) !== name) return [];
    return rest.length === 0 ? [property] : findMembers(property.value, rest, declarations);
  });
}

/** The expression itself, or what the constant of this module that it names was given. */
function resolveConstant(expression: Node, declarations: Declarations): Node {
  const seen = new Set<Node>();
  for (let value = unwrap(expression); ; ) {
    const declaration = value.type === 'Identifier' ? declarations.get(value.name) : undefined;
    const given = declaration?.kind === 'value' ? declaration.node : null;
    if (!given || seen.has(given)) return value;
    seen.add(given);
    value = unwrap(given);
  }
}

function isImported(expression: Node, declarations: Declarations): boolean {
  const value = unwrap(expression);
  return value.type === 'Identifier' && declarations.get(value.name)?.kind === 'import';
}
