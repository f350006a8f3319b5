import type * as z from 'zod';
import type { FieldError } from '../protocol/envelope.js';

type Issue = z.core.$ZodIssue;

/**
 * One entry per offending field of `value`, in the order the schema found them; the first message of a field wins.
 * Issues of values with sets have to hold their input (`reportInput`): zod does not say which item is at fault.
 */
export function listFieldErrors(issues: readonly Issue[], value?: unknown): FieldError[] {
  const errors = new Map<string, FieldError>();
  const locate = createLocator(value);
  for (const error of issues.flatMap((issue) => expandIssue(issue, [], locate))) {
    const key = JSON.stringify(error.path);
    if (!errors.has(key)) errors.set(key, error);
  }
  return [...errors.values()];
}

function expandIssue(issue: Issue, prefix: readonly PropertyKey[], locate: Locate): FieldError[] {
  const path = locate([...prefix, ...issue.path], issue.input);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: printPath([...path, key]), message: issue.message }));
  }
  const branch = issue.code === 'invalid_union' ? nearestBranch(issue.errors) : undefined;
  if (branch) return branch.flatMap((nested) => expandIssue(nested, [...prefix, ...issue.path], locate));
  return [{ path: printPath(path), message: issue.message }];
}

/**
 * Of a union's branches, the one the value was closest to: the only one that got past the union's own level.
 * Where several did, or none, the union as a whole is at fault.
 */
function nearestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const inside = branches.filter(
    (issues) => issues.length > 0 && issues.every((issue) => issue.path.length > 0),
  );
  return inside.length === 1 ? inside[0] : undefined;
}

/** The path to `input`, with the positions of the set items it leads through. */
type Locate = (path: readonly PropertyKey[], input: unknown) => readonly PropertyKey[];

/** Issues come in the order of the items, so each search goes on where the one before it ended. */
function createLocator(root: unknown): Locate {
  const sets = new Map<Set<unknown>, { readonly items: readonly unknown[]; index: number }>();
  const locate = (value: unknown, path: readonly PropertyKey[], input: unknown): readonly PropertyKey[] => {
    if (value instanceof Set && !(path.length === 0 && value === input)) {
      const found = sets.get(value) ?? { items: [...value], index: 0 };
      sets.set(value, found);
      const { items } = found;
      let { index } = found;
      while (index < items.length && path.reduce(member, items[index]) !== input) index++;
      if (index === items.length) return path;
      found.index = index;
      return [index, ...locate(items[index], path, input)];
    }
    const [key, ...rest] = path;
    return key === undefined ? path : [key, ...locate(member(value, key), rest, input)];
  };
  return (path, input) => (leadsThroughSet(root, path) ? locate(root, path, input) : path);
}

/** Whether there is a set on the way: without one a path leads where it says. */
function leadsThroughSet(root: unknown, path: readonly PropertyKey[]): boolean {
  let value = root;
  for (const key of path) {
    if (value instanceof Set) return true;
    value = member(value, key);
  }
  return value instanceof Set;
}

function member(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
}

function printPath(path: readonly PropertyKey[]): string[] {
  return path.map((key) => (typeof key === 'symbol' ? (key.description ?? '') : String(key)));
}
