import type { Node } from 'oxc-parser';
import { isHandlerCall } from './builder-chain.js';
import { findMembers, resolveConstant } from './find-members.js';
import type { Declarations, ModuleSyntax } from './module-syntax.js';
import type { SourceModules } from './source-modules.js';
import { unwrap, walk } from './syntax-tree.js';
import type { TextEdit } from './text-edit.js';

/** The replacements of nodes that are cut out. */
export type Cuts = ReadonlyMap<Node, TextEdit>;

/**
 * Cuts out of a module what only a running application needs: handlers, middleware, and the functions of a
 * configuration. Named handlers are cut as well, so that the modules they come from are not loaded.
 */
export function cutHandlers(module: ModuleSyntax, sources: SourceModules): Cuts {
  const { text, declarations, effects } = module;
  const cuts = new Map<Node, TextEdit>();
  const visit = (node: Node): boolean => {
    if (node.type !== 'CallExpression') return false;
    const [first] = node.arguments;
    if (first && isHandlerCall(node, module, sources)) {
      const whole = { start: first.start, end: node.end - 1 };
      for (const argument of node.arguments) cuts.set(argument as Node, replace(text, whole, ''));
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

/** Keeps the position of the text that follows, if the replacement fits. */
function replace(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  value: string,
): TextEdit {
  return { start, end, replacement: value + text.slice(start + value.length, end).replace(/[^\n\r]/g, ' ') };
}

type Call = Node & { type: 'CallExpression' };

/** The replacement of a property. */
interface ConfigCut {
  readonly node: Node;
  readonly value: string;
}

/** Options that only a running application needs, by path, with their replacements. */
const RUNTIME_OPTIONS: Readonly<Record<string, string>> = {
  onStart: 'undefined',
  onStop: 'undefined',
  onError: 'undefined',
  // Whether these are set must remain visible.
  context: '() => null',
  authenticate: '() => null',
  'authenticate.verify': 'undefined',
  'idempotency.scope': 'undefined',
  'signIn.openId.allow': 'undefined',
};

/** Lists the options of a `defineConfig` call that only a running application needs. */
function cutConfig(call: Call, declarations: Declarations): readonly ConfigCut[] {
  return Object.keys(RUNTIME_OPTIONS).flatMap((path) => {
    const found = findMembers(call.arguments[0] as Node | undefined, path.split('.'), declarations);
    return found.flatMap((node) => {
      const replacement = replaceOption(path, node.value, declarations);
      return replacement === null ? [] : [{ node, value: `${path.split('.').at(-1)}: ${replacement}` }];
    });
  });
}

/** Returns the replacement of a value; null if a build needs it, or reports it because it is no function. */
function replaceOption(path: string, value: Node, declarations: Declarations): string | null {
  const { type } = resolveConstant(value, declarations);
  // An object, also an imported one, may contain a scheme that the description needs; a list of people is validated.
  if (path === 'authenticate' && (type === 'ObjectExpression' || isImported(value, declarations)))
    return null;
  if (path === 'signIn.openId.allow' && (type === 'ArrayExpression' || type === 'TemplateLiteral'))
    return null;
  return type === 'Literal' ? null : (EMPTY[type] ?? RUNTIME_OPTIONS[path] ?? null);
}

/** What is reported in place of values that would be evaluated, by their types. */
const EMPTY: Readonly<Record<string, string>> = {
  ObjectExpression: '{}',
  ArrayExpression: '[]',
  TemplateLiteral: "''",
};

/** Cuts the options that only a build needs. A server is bundled without them and the modules they come from. */
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

function isImported(expression: Node, declarations: Declarations): boolean {
  const value = unwrap(expression);
  return value.type === 'Identifier' && declarations.get(value.name)?.kind === 'import';
}
