import type * as z from 'zod';
import type { FieldError } from '../protocol/envelope.js';

type Issue = z.core.$ZodIssue;

/**
 * One entry per offending field of `value`, in the order the schema found them; the first message of a field wins.
 * Issues of values with sets have to hold their input (`reportInput`): zod does not say which item is at fault.
 */
export function listFieldErrors(issues: readonly Issue[], value?: unknown): FieldError[] {
  const errors: FieldError[] = [];
  const locate = createLocator(value);
  let told: Set<string> | undefined;
  const isTold = (path: readonly string[]) =>
    told ? told.has(printKey(path)) : errors.some((error) => isSamePath(error.path, path));
  const add = (error: FieldError) => {
    if (isTold(error.path)) return;
    errors.push(error);
    if (told) told.add(printKey(error.path));
    else if (errors.length > FEW) told = new Set(errors.map(({ path }) => printKey(path)));
  };
  for (const issue of issues) expandIssue(issue, [], locate, add);
  return errors;
}

/** So many paths are compared one by one, which takes less than to remember them. */
const FEW = 16;

function isSamePath(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((step, index) => step === right[index]);
}

/** Tells paths apart, whatever is in their keys. */
function printKey(path: readonly string[]): string {
  let key = '';
  for (const step of path) key += `${step.length}:${step}`;
  return key;
}

function expandIssue(
  issue: Issue,
  prefix: readonly PropertyKey[],
  locate: Locate,
  add: (error: FieldError) => void,
): void {
  const whole = prefix.length === 0 ? issue.path : [...prefix, ...issue.path];
  const path = locate(whole, issue.input);
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) add({ path: printPath([...path, key]), message: issue.message });
    return;
  }
  const branch = issue.code === 'invalid_union' ? nearestBranch(issue.errors) : undefined;
  if (!branch) add({ path: printPath(path), message: issue.message });
  else for (const nested of branch) expandIssue(nested, whole, locate, add);
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
  let sets: Map<Set<unknown>, { readonly items: readonly unknown[]; index: number }> | undefined;
  const locate = (value: unknown, path: readonly PropertyKey[], input: unknown): readonly PropertyKey[] => {
    if (value instanceof Set && !(path.length === 0 && value === input)) {
      sets ??= new Map();
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
