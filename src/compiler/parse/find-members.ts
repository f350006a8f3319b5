import type { Node } from 'oxc-parser';
import type { Declarations } from './module-syntax.js';
import { nameOfKey, unwrap } from './syntax-tree.js';

/** The properties at the end of a way of names through objects that the module writes out. */
export function findMembers(
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
export function resolveConstant(expression: Node, declarations: Declarations): Node {
  const seen = new Set<Node>();
  for (let value = unwrap(expression); ; ) {
    const given = findInitializer(value, declarations);
    if (!given || seen.has(given)) return value;
    seen.add(given);
    value = unwrap(given);
  }
}

/** What a variable at the top of the module is given; undefined for any other expression. */
export function findInitializer(expression: Node, declarations: Declarations): Node | undefined {
  const declaration = expression.type === 'Identifier' ? declarations.get(expression.name) : undefined;
  return declaration?.kind === 'value' ? declaration.nodes[0] : undefined;
}
