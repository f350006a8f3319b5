import { type Function as FunctionNode, type Node, type TSModuleDeclaration, visitorKeys } from 'oxc-parser';

/** Calls `visit` for a node and its descendants, parents first. If it returns true, the node's children are skipped. */
export function walk(
  node: Node,
  visit: (node: Node, parent: Node | null) => boolean,
  parent: Node | null = null,
): void {
  if (visit(node, parent)) return;
  for (const key of visitorKeys[node.type] ?? []) {
    const inside = (node as unknown as Readonly<Record<string, Node | readonly (Node | null)[] | null>>)[key];
    if (Array.isArray(inside)) {
      for (const item of inside) if (item) walk(item, visit, node);
    } else if (inside) walk(inside as Node, visit, node);
  }
}

/** Removes parentheses, type assertions, `!` and `await` around an expression. */
export function unwrap(node: Node): Node {
  for (let inner = node; ; ) {
    switch (inner.type) {
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'TSInstantiationExpression':
      case 'ChainExpression':
        inner = inner.expression;
        break;
      case 'AwaitExpression':
        inner = inner.argument;
        break;
      default:
        return inner;
    }
  }
}

/** Returns the identifier that an expression starts with: `z` of `z.object({}).min(1)`. Null if there is none. */
export function leftmostName(node: Node): string | null {
  for (let at = unwrap(node); ; ) {
    switch (at.type) {
      case 'Identifier':
        return at.name;
      case 'CallExpression':
      case 'NewExpression':
        at = unwrap(at.callee);
        break;
      case 'MemberExpression':
        at = unwrap(at.object);
        break;
      case 'TaggedTemplateExpression':
        at = unwrap(at.tag);
        break;
      case 'LogicalExpression':
        at = unwrap(at.left);
        break;
      default:
        return null;
    }
  }
}

export function isFunction(node: Node): node is FunctionNode | (Node & { type: 'ArrowFunctionExpression' }) {
  return (
    node.type === 'ArrowFunctionExpression' ||
    node.type === 'FunctionExpression' ||
    node.type === 'FunctionDeclaration'
  );
}

/** Whether a node is part of a type and has no effect at run time. */
export function isType({ type }: Node): boolean {
  return type.startsWith('TS') && !VALUES.has(type);
}

const VALUES: ReadonlySet<Node['type']> = new Set<Node['type']>([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSEnumDeclaration',
  'TSEnumBody',
  'TSEnumMember',
  'TSModuleDeclaration',
  'TSModuleBlock',
  'TSParameterProperty',
  'TSExportAssignment',
  'TSImportEqualsDeclaration',
  'TSQualifiedName',
]);

/** Whether running a node awaits, outside of inner functions. */
export function containsAwait(node: Node): boolean {
  let found = false;
  walk(node, (at) => {
    found ||=
      at.type === 'AwaitExpression' ||
      (at.type === 'ForOfStatement' && at.await) ||
      (at.type === 'VariableDeclaration' && at.kind === 'await using');
    if (at.type === 'PropertyDefinition') {
      found ||= at.computed && containsAwait(at.key);
      return true;
    }
    return found || isFunction(at);
  });
  return found;
}

/** Lists the names that a node refers to, without property names and keys, and without nodes that are left out. */
export function listReferences(
  root: Node,
  isSkipped: (node: Node) => boolean = () => false,
): ReadonlySet<string> {
  const names = new Set<string>();
  walk(root, (node, parent) => {
    if (isSkipped(node)) return true;
    if (node.type === 'Identifier' && !isKey(node, parent)) names.add(node.name);
    return false;
  });
  return names;
}

function isKey(node: Node, parent: Node | null): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.property === node && !parent.computed;
    case 'Property':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return parent.key === node && !parent.computed;
    default:
      return false;
  }
}

/** Lists the targets of a pattern or an assignment: identifiers and members, such as both of `[a, b.c] = …`. */
export function listTargets(pattern: Node): readonly Node[] {
  switch (pattern.type) {
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) =>
        listTargets(one.type === 'RestElement' ? one.argument : one.value),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((one) => (one === null ? [] : listTargets(one as Node)));
    case 'AssignmentPattern':
      return listTargets(pattern.left);
    case 'RestElement':
      return listTargets(pattern.argument);
    default:
      return [pattern];
  }
}

/** Returns the name of a member that is not computed: `a.name`, `{ name: … }`; null for any other. */
export function nameOfKey(key: Node, isComputed: boolean): string | null {
  if (isComputed) return null;
  if (key.type === 'Identifier') return key.name;
  if (key.type !== 'Literal') return null;
  return typeof key.value === 'string' || typeof key.value === 'number' ? String(key.value) : null;
}

/** Whether a namespace contains more than types. */
export function holdsValues({ body, declare }: Pick<TSModuleDeclaration, 'body' | 'declare'>): boolean {
  if (declare || !body) return false;
  return body.body.some((statement) => {
    if (statement.type === 'ExportNamedDeclaration' && statement.exportKind === 'type') return false;
    const inner: Node =
      (statement.type === 'ExportNamedDeclaration' && statement.declaration) || (statement as Node);
    if (isType(inner) || ('declare' in inner && inner.declare)) return false;
    return inner.type !== 'TSModuleDeclaration' || holdsValues(inner);
  });
}
