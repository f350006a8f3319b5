import { listTargets } from './create-unchanged-check.js';
import { stepInto } from './description-node.js';
import type { Operation } from './operation/operation.js';

/** The pointers of the components that operations of `removed` refer to and none of `kept` does. */
export function listOrphans(removed: readonly Operation[], kept: readonly Operation[]): ReadonlySet<string> {
  const [orphans, used] = [listComponents(removed), listComponents(kept)];
  for (const pointer of used) orphans.delete(pointer);
  return orphans;
}

function listComponents(operations: readonly Operation[]): Set<string> {
  const pointers = new Set<string>();
  const nodes = operations.flatMap(({ node, item }) => [node, stepInto(item, 'parameters')]);
  for (const node of nodes) {
    for (const target of listTargets(node).values()) {
      if (pointers.has(target.pointer)) continue;
      pointers.add(target.pointer);
      nodes.push(target);
    }
  }
  return pointers;
}
