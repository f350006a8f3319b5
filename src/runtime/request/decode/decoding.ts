import type { Path } from '../input-path.js';

/** `text`: every leaf is a string, from the path or the query. `json`: a parsed body. */
export type DecodingMode = 'text' | 'json';

/** A value that does not fit its plan, in the form of a zod issue. */
export type DecodingIssue =
  | { readonly code: 'invalid_type'; readonly expected: string; readonly input: unknown; readonly path: Path }
  | {
      readonly code: 'invalid_value';
      readonly values: readonly unknown[];
      readonly input: unknown;
      readonly path: Path;
    };

/** The number of fitting union members to skip, by path. */
export type SkippedMembers = readonly { readonly path: Path; readonly count: number }[];

/** Decoding stops after this many errors. The rest is left unchanged, and a refusal lists fewer anyway. */
const ISSUES_MAX = 1_000;

/** The state of one decoding. */
export interface Decoding {
  /** The path of the current value. */
  readonly path: (string | number)[];
  readonly issues: DecodingIssue[];
  /** Only checks whether the value fits: stops at the first error, and includes errors that the schema would find. */
  readonly isTrial: boolean;
  readonly budget: { trials: number };
  readonly choices: Path[];
  readonly skipped: SkippedMembers;
}

/** A compiled plan. Returns the decoded value, or reports an error and returns the value unchanged. */
export type Step = (value: unknown, decoding: Decoding) => unknown;

/** Decodes the value at `key` inside the current value. */
export function descend(key: string | number, value: unknown, step: Step, decoding: Decoding): unknown {
  if (decoding.issues.length >= (decoding.isTrial ? 1 : ISSUES_MAX)) return value;
  decoding.path.push(key);
  const decoded = step(value, decoding);
  decoding.path.pop();
  return decoded;
}

/** Reports that `value` is not what was expected, and returns it unchanged. */
export function addTypeIssue(expected: string, value: unknown, decoding: Decoding): unknown {
  decoding.issues.push({ code: 'invalid_type', expected, input: value, path: [...decoding.path] });
  return value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
