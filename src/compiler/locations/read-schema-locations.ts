import type { Node } from 'oxc-parser';
import { readCallChain } from '../parse/builder-chain.js';
import { findInitializer } from '../parse/find-members.js';
import { locationOf } from '../parse/location-of.js';
import type { ModuleSyntax } from '../parse/module-syntax.js';
import { nameOfKey, unwrap } from '../parse/syntax-tree.js';
import type { SourceLocation } from '../source-location.js';
import { hasExpression } from './read-object-locations.js';

/**
 * Records where each key of a schema is, by its path from `start`, such as `input.items.[].name`, as far as the text of
 * this file shows it.
 */
export function readSchemaLocations(
  module: ModuleSyntax,
  schema: Node,
  start: string,
  locations: Map<string, SourceLocation>,
): void {
  const visiting = new Set<Node>();
  const visit = (expression: Node, path: string): void => {
    const value = unwrap(expression);
    const chain = readCallChain(value);
    const wrapped = readWrapped(value);
    if (wrapped) for (const inner of wrapped.args) visit(inner, path + wrapped.step);
    else if (!chain) visitName(value, path);
    else {
      const isList = chain.calls.some(({ name, arguments: args }) => name === 'array' && args.length === 0);
      const inside = isList ? `${path}.[]` : path;
      visitName(chain.root, inside);
      for (const { name, arguments: args } of chain.calls) {
        for (const [step, part] of listParts(name, args.map(unwrap))) {
          if (part.type === 'ObjectExpression') visitShape(part, path);
          else visit(part, step === '' ? path : `${path}.${step}`);
        }
      }
    }
  };
  const visitName = (name: Node, path: string): void => {
    const initializer = findInitializer(name, module.declarations);
    if (!initializer || visiting.has(initializer)) return;
    visiting.add(initializer);
    visit(initializer, path);
    visiting.delete(initializer);
  };
  const visitShape = (shape: Node & { type: 'ObjectExpression' }, path: string): void => {
    for (const property of shape.properties) {
      const name = property.type === 'Property' ? nameOfKey(property.key, property.computed) : null;
      if (property.type !== 'Property' || name === null) continue;
      const inner = `${path}.${name}`;
      locations.set(inner, locationOf(module, property.key));
      if (hasExpression(property) || property.shorthand) visit(property.value, inner);
    }
  };
  visit(schema, start);
}

/** Functions that wrap a schema in another output, and the path step to the inner schema. */
const WRAPPERS = new Map([
  ['actionResponse', '.payload'],
  ['eventStream', ''],
  ['jsonLines', ''],
]);

/** Returns the schema in `actionResponse(schema)` and similar calls. */
function readWrapped(value: Node): { readonly args: readonly Node[]; readonly step: string } | undefined {
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier') return undefined;
  const step = WRAPPERS.get(value.callee.name);
  return step === undefined ? undefined : { args: value.arguments.slice(0, 1), step };
}

/** Lists the schemas, or the shape, in the arguments of one call of a schema's chain, each with its path step. */
function listParts(call: string, args: readonly Node[]): readonly (readonly [step: string, part: Node])[] {
  const listed = args.flatMap((part) => (part.type === 'ArrayExpression' ? part.elements : []));
  const elements = listed.filter((element) => element !== null);
  switch (call) {
    case 'object':
    case 'strictObject':
    case 'looseObject':
    case 'extend':
    case 'safeExtend':
      return args.filter(({ type }) => type === 'ObjectExpression').map((part) => ['', part]);
    case 'array':
    case 'set':
      return args.slice(0, 1).map((part) => ['[]', part]);
    case 'record':
    case 'partialRecord':
    case 'looseRecord':
      return args.slice(1, 2).map((part) => ['*', part]);
    case 'tuple':
      return elements.map((part, index) => [`[${index}]`, part]);
    case 'union':
    case 'xor':
    case 'discriminatedUnion':
      return elements.map((part) => ['', part]);
    case 'optional':
    case 'nullable':
    case 'nullish':
    case 'intersection':
    case 'and':
    case 'or':
    case 'pipe':
      return args.map((part) => ['', part]);
    default:
      return [];
  }
}
