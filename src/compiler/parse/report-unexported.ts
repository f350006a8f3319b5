import type { Node } from 'oxc-parser';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { SourceLocation } from '../source-location.js';
import { type CallChain, isProcedureChain, readCallChain } from './builder-chain.js';
import { listNodes } from './cut-handlers.js';
import { locationOf } from './location-of.js';
import type { ModuleSyntax } from './module-syntax.js';
import { isFunction, listReferences, walk } from './syntax-tree.js';

/** Warns of the procedures with a route at a module's top level that nothing exported refers to: nobody outside can reach them. */
export function reportUnexported(module: ModuleSyntax): readonly Diagnostic[] {
  const held = [...module.declarations].filter(
    ([, declaration]) =>
      declaration.kind === 'value' &&
      declaration.statement.type === 'VariableDeclaration' &&
      declaration.node !== null &&
      holdsProcedure(declaration.node, module),
  );
  if (held.length === 0) return [];
  const reached = listReached(module);
  return held
    .filter(([name]) => !reached.has(name))
    .map(([name]) => {
      const message = `The procedure in "${name}" is not exported, so it has no endpoint.`;
      return createDiagnostic('unexported-procedure', locateVariable(module, name), message);
    });
}

/** Whether a part of an expression that runs at once, and not inside a function for later, makes a procedure. */
function holdsProcedure(expression: Node, module: ModuleSyntax): boolean {
  let holds = false;
  walk(expression, (node) => {
    if (holds || isFunction(node)) return true;
    const chain = node.type === 'CallExpression' ? readCallChain(node) : null;
    if (!chain || !isProcedureChain(chain, module.declarations)) return false;
    holds = hasRoute(chain, module);
    return true;
  });
  return holds;
}

/** Metadata that is not written on the spot may be of any kind. */
function hasRoute({ calls }: CallChain, { text }: ModuleSyntax): boolean {
  return calls.some(({ name, arguments: [metadata] }) => {
    if (name !== 'meta' || !metadata) return false;
    return metadata.type !== 'ObjectExpression' || /openapi/i.test(text.slice(metadata.start, metadata.end));
  });
}

/** The names that exports, and statements that run when the module does, refer to, at once or through others. */
function listReached({ declarations, exports, effects }: ModuleSyntax): ReadonlySet<string> {
  const roots = [...exports.values()].flatMap((one) => ('local' in one ? [one.local] : []));
  const reached = new Set([...roots, ...effects.flatMap(({ node }) => [...listReferences(node)])]);
  for (const name of reached) {
    const declaration = declarations.get(name);
    for (const node of declaration ? listNodes(declaration) : []) {
      for (const inner of listReferences(node)) reached.add(inner);
    }
  }
  return reached;
}

function locateVariable(module: ModuleSyntax, name: string): SourceLocation {
  const declarators = module.statements.flatMap((statement) =>
    statement.type === 'VariableDeclaration' ? statement.declarations : [],
  );
  const { start = 0 } = declarators.find(({ id }) => id.type === 'Identifier' && id.name === name) ?? {};
  return locationOf(module, { start, end: start + name.length });
}
