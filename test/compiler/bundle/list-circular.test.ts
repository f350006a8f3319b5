import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listCircular } from '../../../src/compiler/list-circular.js';

type ModuleLinks = Readonly<Record<string, readonly string[]>>;

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'outside'];
const links = fc
  .tuple(...NAMES.slice(0, -1).map(() => fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 })))
  .map((imports): ModuleLinks => Object.fromEntries(imports.map((each, index) => [NAMES[index], each])));

/** The modules that one leads to, in one step or more. */
function follow(from: string, graph: ModuleLinks): ReadonlySet<string> {
  const reached = new Set(graph[from]);
  for (const path of reached) for (const next of graph[path] ?? []) reached.add(next);
  return reached;
}

test('a module is circular that a circle of imports leads to, and that leads to one', () => {
  fc.assert(
    fc.property(links, (graph) => {
      const circles = Object.keys(graph).filter((path) => follow(path, graph).has(path));
      const expected = Object.keys(graph).filter(
        (path) =>
          circles.some((each) => each === path || follow(each, graph).has(path)) &&
          circles.some((each) => each === path || follow(path, graph).has(each)),
      );
      expect([...listCircular(new Map(Object.entries(graph)))].sort()).toEqual(expected.sort());
    }),
    { numRuns: 2_000 },
  );
});
