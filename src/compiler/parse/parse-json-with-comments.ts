import { type Node, parseSync } from 'oxc-parser';
import type { TextRange } from './location-of.js';
import { nameOfKey } from './syntax-tree.js';

/** Parses JSON with comments and trailing commas, as in a tsconfig. Undefined if it has errors. */
export function parseJsonWithComments(text: string): unknown {
  const node = parse(text);
  return node && toValue(node);
}

/** Returns the range of the value of the first such key of a top-level object; undefined if there is none. */
export function findJsonValue(text: string, key: string): TextRange | undefined {
  const whole = parse(text);
  const properties = whole?.type === 'ObjectExpression' ? whole.properties : [];
  const found = properties.find((one) => one.type === 'Property' && nameOfKey(one.key, false) === key);
  if (found?.type !== 'Property') return undefined;
  const { start, end } = found.value;
  return { start: start - 1, end: end - 1 };
}

/** Each node is one character further on than in the text. */
function parse(text: string): Node | undefined {
  const { program, errors } = parseSync('file.js', `(${text.replace(/^\uFEFF/, '')}\n)`, {
    preserveParens: false,
  });
  const [statement] = program.body;
  return errors.length > 0 || statement?.type !== 'ExpressionStatement' ? undefined : statement.expression;
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
