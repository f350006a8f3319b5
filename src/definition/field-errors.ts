import { createFieldError } from '../protocol/built-in-error.js';
import type { FieldError } from '../protocol/envelope.js';
import { LISTED_ERRORS_MAX, truncateText } from '../protocol/refusal-limits.js';
import { type ErrorMap, formatIssue, hasOwnMessage, type Issue, STOPPED } from './format-issue.js';

export interface ListOptions {
  /** Creates the messages of issues for which the schema has no message. */
  readonly error?: ErrorMap | undefined;
  /** Issues found by decoding, before validation; they replace the schema's issues of the same field. */
  readonly overrides?: readonly Issue[];
}

/**
 * Lists one entry per invalid field, in the order in which the schema found them; the first issue of a field wins. At
 * most a hundred are listed and formatted, followed by one entry that states how many more there are.
 */
export function listFieldErrors(
  issues: readonly Issue[],
  { error, overrides = [] }: ListOptions = {},
): FieldError[] {
  const fields = new Fields();
  for (const issue of issues) addIssue(issue, [], fields);
  for (const issue of overrides) fields.replace(printPath(issue), issue);
  const errors: FieldError[] = fields.listed.map(({ path, issue }) => ({
    path,
    message: formatIssue(issue, error),
  }));
  if (fields.more > 0 || fields.isPartial) {
    const key = fields.isPartial ? 'field.unchecked' : 'field.more';
    errors.push(createFieldError([], { key, params: { count: fields.more } }));
  }
  return errors;
}

interface Field {
  readonly path: string[];
  issue: Issue;
}

class Fields {
  readonly listed: Field[] = [];
  /** The number of fields that were found but not listed. */
  more = 0;
  /** Whether checking stopped early. */
  isPartial = false;

  add(path: string[], issue: Issue): void {
    if (this.#find(path)) return;
    if (this.listed.length < LISTED_ERRORS_MAX) this.listed.push({ path, issue });
    else this.more += 1;
  }

  /** Adds an issue or replaces the field's first one, unless the schema has a message of its own for it. */
  replace(path: string[], issue: Issue): void {
    const field = this.#find(path);
    if (!field) this.add(path, issue);
    else if (!hasOwnMessage(field.issue)) field.issue = issue;
  }

  #find(path: readonly string[]): Field | undefined {
    for (const known of this.listed) if (isSamePath(known.path, path)) return known;
    return undefined;
  }
}

function isSamePath(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false;
  // Compares from the end, where the paths of items of one list differ.
  for (let at = left.length - 1; at >= 0; at--) if (left[at] !== right[at]) return false;
  return true;
}

function addIssue(issue: Issue, prefix: readonly string[], fields: Fields): void {
  const own = printPath(issue);
  const path = prefix.length === 0 ? own : [...prefix, ...own];
  if (issue.code === STOPPED) fields.isPartial = true;
  else if (issue.code === 'unrecognized_keys') addKeys(issue as UnknownKeys, path, fields);
  else {
    const branch =
      issue.code === 'invalid_union' ? findClosestBranch((issue as InvalidUnion).errors) : undefined;
    if (!branch) fields.add(path, issue);
    else for (const nested of branch) addIssue(nested, path, fields);
  }
}

interface InvalidUnion extends Issue {
  readonly errors: readonly (readonly Issue[])[];
}

interface UnknownKeys extends Issue {
  readonly keys: readonly string[];
}

/** Each unknown key is a field with an entry of its own. */
function addKeys(issue: UnknownKeys, path: readonly string[], fields: Fields): void {
  const free = LISTED_ERRORS_MAX - fields.listed.length;
  const listed = issue.keys.slice(0, Math.max(0, free));
  for (const key of listed)
    fields.add([...path, key], { ...issue, keys: [truncateText(key)] } as UnknownKeys);
  fields.more += issue.keys.length - listed.length;
}

/**
 * The issues to list for a union, considering only branches whose issues are all below the union's own level: the
 * issues of the only such branch, or of the only one whose literals match. If no literal matches, one issue with the
 * allowed values. Otherwise undefined: the union as a whole is invalid.
 */
function findClosestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const inside = branches.filter(
    (issues) => issues.length > 0 && issues.every(({ path = [] }) => path.length > 0),
  );
  if (inside.length < 2) return inside[0];
  const literals = inside.map((issues) => issues.find(({ values }) => values?.length === 1));
  const matching = inside.filter((_, index) => !literals[index]);
  if (matching.length > 0) return matching.length === 1 ? matching[0] : undefined;
  const [first] = literals as [Issue];
  const isSameField = literals.every((literal) => String(literal?.path) === String(first.path));
  const values = literals.flatMap((literal) => literal?.values ?? []);
  return isSameField ? [{ ...first, values, message: undefined }] : undefined;
}

function printPath({ path = [] }: Issue): string[] {
  return path.map((step) => (typeof step === 'symbol' ? (step.description ?? '') : String(step)));
}
