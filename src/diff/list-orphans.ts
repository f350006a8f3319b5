import { listTargets } from './create-unchanged-check.js';
import type { Operation } from './operation/operation.js';
import { stepInto } from './place.js';

/** The pointers of the components that operations of `removed` refer to and none of `kept` does. */
export function listOrphans(removed: readonly Operation[], kept: readonly Operation[]): ReadonlySet<string> {
  const [orphans, used] = [listComponents(removed), listComponents(kept)];
  for (const pointer of used) orphans.delete(pointer);
  return orphans;
}

function listComponents(operations: readonly Operation[]): Set<string> {
  const pointers = new Set<string>();
  const places = operations.flatMap(({ place, item }) => [place, stepInto(item, 'parameters')]);
  for (const place of places) {
    for (const target of listTargets(place).values()) {
      if (pointers.has(target.pointer)) continue;
      pointers.add(target.pointer);
      places.push(target);
    }
  }
  return pointers;
}
