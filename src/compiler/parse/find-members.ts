import type { Node } from 'oxc-parser';
import type { Declarations } from './module-syntax.js';
import { nameOfKey, unwrap } from './syntax-tree.js';

/** Finds the properties at the end of a path of names, through object literals of the module. */
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

/** Returns the expression, or the initializer if it names a constant of this module. */
export function resolveConstant(expression: Node, declarations: Declarations): Node {
  const seen = new Set<Node>();
  for (let value = unwrap(expression); ; ) {
    const initializer = findInitializer(value, declarations);
    if (!initializer || seen.has(initializer)) return value;
    seen.add(initializer);
    value = unwrap(initializer);
  }
}

/** Returns the initializer of a top-level variable; undefined for any other expression. */
export function findInitializer(expression: Node, declarations: Declarations): Node | undefined {
  const declaration = expression.type === 'Identifier' ? declarations.get(expression.name) : undefined;
  return declaration?.kind === 'value' ? declaration.nodes[0] : undefined;
}
