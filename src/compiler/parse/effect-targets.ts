import type { Node } from 'oxc-parser';
import type { Declaration, Effect } from './module-syntax.js';
import { leftmostName, listTargets, unwrap, walk } from './syntax-tree.js';

/** Methods that leave what they are called on as it is. */
const ITERATIONS = new Set(['entries', 'every', 'filter', 'forEach', 'keys', 'map', 'some', 'values']);

/** What a statement may change: by assigning, by calling a method, through `Object`. */
export function findTargets(
  statement: Node,
  declarations: ReadonlyMap<string, Declaration>,
): Pick<Effect, 'targets' | 'changesZod'> {
  const targets = new Set<string>();
  let changesZod = false;
  const add = (node: Node | null | undefined): void => {
    const name = node && leftmostName(node);
    const declaration = name ? declarations.get(name) : undefined;
    if (!name || !declaration || targets.has(name)) return;
    if (declaration.kind === 'import') changesZod ||= /^zod(\/|$)/.test(declaration.from);
    else {
      targets.add(name);
      add(findAliased(declaration));
    }
  };
  walk(statement, (node) => {
    if (node.type === 'AssignmentExpression') for (const each of listTargets(node.left)) add(each);
    else if (node.type === 'UpdateExpression') add(node.argument);
    else if (node.type === 'UnaryExpression' && node.operator === 'delete') add(node.argument);
    else if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
      const { object, property } = node.callee;
      if (object.type === 'Identifier' && object.name === 'Object')
        add(node.arguments[0] as Node | undefined);
      else if (!(property.type === 'Identifier' && ITERATIONS.has(property.name))) add(object);
    }
    return false;
  });
  return { targets, changesZod };
}

/** What a name is only another name of, or of a part of it. */
function findAliased(declaration: Declaration): Node | null {
  const given =
    declaration.kind === 'value'
      ? declaration.node
      : declaration.kind === 'pattern'
        ? declaration.node.init
        : null;
  const value = given && unwrap(given);
  return value?.type === 'Identifier' || value?.type === 'MemberExpression' ? value : null;
}
