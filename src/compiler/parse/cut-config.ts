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

type ObjectNode = Node & { type: 'ObjectExpression' };

/** What a call of `defineConfig` is given that only a running application needs. */
export function cutConfig(call: Call, declarations: Declarations): readonly ConfigCut[] {
  const [config] = call.arguments;
  return config ? cutFunctions(config as Node, declarations) : [];
}

/** What a configuration has for builds only: a server is made without it, and without the modules that it comes from. */
export function cutBuildOptions({ statements, declarations }: ModuleSyntax): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (const statement of statements) {
    walk(statement, (node) => {
      if (node.type !== 'CallExpression' || !isDefineConfig(node, declarations)) return false;
      if (node.arguments.length === 0) return false;
      const options = listProperties(node.arguments[0] as Node, declarations);
      for (const { node: property, value } of cutMember(options, 'emitters')) {
        edits.push({ start: property.start, end: property.end, replacement: value });
      }
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

/** The functions inside of the object, `authenticate: { scheme, verify }` included. */
function cutFunctions(config: Node, declarations: Declarations): readonly ConfigCut[] {
  return listProperties(config, declarations).flatMap((property): readonly ConfigCut[] => {
    if (property.type === 'SpreadElement') return cutFunctions(property.argument, declarations);
    const name = nameOfKey(property.key, property.computed);
    const { value } = property;
    switch (name) {
      case 'onStart':
      case 'onStop':
      case 'onError':
        return [cut(property, name, 'undefined')];
      case 'context':
        // That there is one stays known.
        return [cut(property, name, '() => null')];
      case 'authenticate': {
        const settings = listProperties(value, declarations);
        if (settings.length > 0) return cutMember(settings, 'verify');
        // An imported one may carry a scheme that the description needs.
        return isImported(value, declarations) ? [] : [cut(property, name, '() => null')];
      }
      case 'idempotency':
        return cutMember(listProperties(value, declarations), 'scope');
      case 'signIn': {
        const openId = findMember(listProperties(value, declarations), 'openId');
        const settings = openId ? listProperties(openId, declarations) : [];
        const allow = findMember(settings, 'allow');
        // A list of people stays, to be checked.
        const type = allow && resolveConstant(allow, declarations).type;
        const isPlain = type === 'ArrayExpression' || type === 'Literal' || type === 'TemplateLiteral';
        return isPlain ? [] : cutMember(settings, 'allow');
      }
      default:
        return [];
    }
  });
}

function cut(node: Node, name: string, value: string): ConfigCut {
  return { node, value: `${name}: ${value}` };
}

function cutMember(properties: ObjectNode['properties'], name: string): readonly ConfigCut[] {
  return properties
    .filter((one) => one.type === 'Property' && nameOfKey(one.key, one.computed) === name)
    .map((property) => cut(property, name, 'undefined'));
}

function findMember(properties: ObjectNode['properties'], name: string): Node | undefined {
  for (const one of properties) {
    if (one.type === 'Property' && nameOfKey(one.key, one.computed) === name) return one.value;
  }
  return undefined;
}

/** None where the expression is no object that the module writes out. */
function listProperties(expression: Node, declarations: Declarations): ObjectNode['properties'] {
  const value = resolveConstant(expression, declarations);
  return value.type === 'ObjectExpression' ? value.properties : [];
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
