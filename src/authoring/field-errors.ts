import type * as z from 'zod';
import type { FieldError } from '../protocol/envelope.js';

type Issue = z.core.$ZodIssue;

/** One entry per offending field, in the order the schema found them; the first message of a field wins. */
export function listFieldErrors(issues: readonly Issue[]): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const error of issues.flatMap((issue) => expandIssue(issue, []))) {
    const key = JSON.stringify(error.path);
    if (!errors.has(key)) errors.set(key, error);
  }
  return [...errors.values()];
}

function expandIssue(issue: Issue, prefix: readonly PropertyKey[]): FieldError[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: printPath([...path, key]), message: issue.message }));
  }
  const branch = issue.code === 'invalid_union' ? nearestBranch(issue.errors) : undefined;
  if (branch) return branch.flatMap((nested) => expandIssue(nested, path));
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

function printPath(path: readonly PropertyKey[]): string[] {
  return path.map((key) => (typeof key === 'symbol' ? (key.description ?? '') : String(key)));
}
