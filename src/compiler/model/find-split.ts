import type { Side } from '../schema/side.js';

/** Something by name, on the sides it is used on. */
interface Sided {
  readonly component: string;
}

/**
 * The names whose input and output differ, themselves or in something they refer to. `sidesOf` gives what is compared,
 * `listNames` the names that one side refers to.
 */
export function findSplit<Named extends Sided, Part>(
  all: readonly Named[],
  sidesOf: (named: Named) => Readonly<Partial<Record<Side, Part>>>,
  listNames: (part: Part) => readonly string[],
): ReadonlySet<string> {
  const both = all.flatMap((named) => {
    const { input, output } = sidesOf(named);
    return input === undefined || output === undefined ? [] : [{ name: named.component, input, output }];
  });
  const referrers = new Map<string, string[]>();
  for (const { name, input, output } of both) {
    for (const target of [...listNames(input), ...listNames(output)]) {
      const known = referrers.get(target);
      if (known) known.push(name);
      else referrers.set(target, [name]);
    }
  }
  const queue = both
    .filter(({ input, output }) => JSON.stringify(input) !== JSON.stringify(output))
    .map(({ name }) => name);
  const split = new Set(queue);
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    for (const referrer of referrers.get(name) ?? []) {
      if (split.has(referrer)) continue;
      split.add(referrer);
      queue.push(referrer);
    }
  }
  return split;
}
