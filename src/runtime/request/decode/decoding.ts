import type { Path } from '../input-path.js';

/** Text: every leaf is a string, from the path or the query. JSON: a parsed body. */
export type DecodingMode = 'text' | 'json';

/** A value that does not fit its plan, in the form of a zod issue. */
export type Fault =
  | { readonly code: 'invalid_type'; readonly expected: string; readonly input: unknown; readonly path: Path }
  | {
      readonly code: 'invalid_value';
      readonly values: readonly unknown[];
      readonly input: unknown;
      readonly path: Path;
    };

/** How many fitting members of the unions at some paths are passed over. */
export type Passed = readonly { readonly path: Path; readonly count: number }[];

/** The rest is left as it came, which the schema refuses: a refusal lists fewer. */
const FAULTS_MAX = 1_000;

/** One decoding under way. */
export interface Decoding {
  /** Where the value under decoding stands. */
  readonly path: (string | number)[];
  readonly faults: Fault[];
  /** Looks only whether the value fits: the first error ends it, and what the schema would refuse counts too. */
  readonly isTrial: boolean;
  readonly budget: { trials: number };
  readonly choices: Path[];
  readonly passed: Passed;
}

/** One plan, made ready: gives the value decoded, or as it came beside an error. */
export type Step = (value: unknown, decoding: Decoding) => unknown;

/** Decodes what stands at `key` inside the value under decoding. */
export function descend(key: string | number, value: unknown, step: Step, decoding: Decoding): unknown {
  if (decoding.faults.length >= (decoding.isTrial ? 1 : FAULTS_MAX)) return value;
  decoding.path.push(key);
  const decoded = step(value, decoding);
  decoding.path.pop();
  return decoded;
}

/** Notes that `value` is not what was expected, and leaves it as it came. */
export function refuse(expected: string, value: unknown, decoding: Decoding): unknown {
  decoding.faults.push({ code: 'invalid_type', expected, input: value, path: [...decoding.path] });
  return value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
