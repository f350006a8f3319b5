import type { Node } from 'oxc-parser';
import { isHandlerCall } from './builder-chain.js';
import { findMembers, resolveConstant } from './find-members.js';
import type { Declarations, ModuleSyntax } from './module-syntax.js';
import { unwrap, walk } from './syntax-tree.js';
import type { TextEdit } from './text-edit.js';

/** What stands in the place of nodes that are cut out. */
export type Cuts = ReadonlyMap<Node, TextEdit>;

/**
 * The cuts that take what only a running application needs out of a module: handlers, middleware, and the functions of
 * a configuration. Named handlers are cut as well, so that nothing asks for the module they come from.
 */
export function cutHandlers({ text, declarations, effects }: ModuleSyntax): Cuts {
  const cuts = new Map<Node, TextEdit>();
  const visit = (node: Node): boolean => {
    if (node.type !== 'CallExpression') return false;
    const [first] = node.arguments;
    if (first && isHandlerCall(node, declarations)) {
      const whole = { start: first.start, end: node.end - 1 };
      for (const given of node.arguments) cuts.set(given as Node, replace(text, whole, ''));
    } else if (isDefineConfig(node, declarations)) {
      for (const { node: property, value } of cutConfig(node, declarations)) {
        cuts.set(property, replace(text, property, value));
      }
    }
    return false;
  };
  for (const { nodes } of declarations.values()) for (const node of nodes) walk(node, visit);
  for (const { node } of effects) walk(node, visit);
  return cuts;
}

/** Keeps the place of everything behind it, where that can be. */
function replace(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  value: string,
): TextEdit {
  return { start, end, replacement: value + text.slice(start + value.length, end).replace(/[^\n\r]/g, ' ') };
}

type Call = Node & { type: 'CallExpression' };

/** What stands in the place of a property. */
interface ConfigCut {
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
function cutConfig(call: Call, declarations: Declarations): readonly ConfigCut[] {
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

function isDefineConfig({ callee }: Call, declarations: Declarations): boolean {
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

function isImported(expression: Node, declarations: Declarations): boolean {
  const value = unwrap(expression);
  return value.type === 'Identifier' && declarations.get(value.name)?.kind === 'import';
}
