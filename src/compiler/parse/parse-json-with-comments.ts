import { type Node, parseSync } from 'oxc-parser';
import { nameOfKey } from './syntax-tree.js';

/** JSON as a tsconfig has it, with comments and trailing commas. Undefined where it does not parse. */
export function parseJsonWithComments(text: string): unknown {
  const { program, errors } = parseSync('file.js', `(${text.replace(/^\uFEFF/, '')}\n)`, {
    preserveParens: false,
  });
  const [statement] = program.body;
  if (errors.length > 0 || statement?.type !== 'ExpressionStatement') return undefined;
  return toValue(statement.expression);
}

function toValue(node: Node): unknown {
  if (node.type === 'Literal') return node.value;
  if (node.type === 'UnaryExpression') return -Number(toValue(node.argument));
  if (node.type === 'ArrayExpression') return node.elements.map((element) => element && toValue(element));
  if (node.type !== 'ObjectExpression') return undefined;
  const entries = node.properties.flatMap((property) => {
    const name = property.type === 'Property' ? nameOfKey(property.key, property.computed) : null;
    return name === null || property.type !== 'Property' ? [] : [[name, toValue(property.value)] as const];
  });
  return Object.fromEntries(entries);
}
