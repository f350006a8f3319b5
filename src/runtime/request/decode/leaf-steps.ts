/** The steps of plans without children. */
import type { DecodingPlan, LeafPlan } from '../../../protocol/decoding-plan.js';
import { DECODE_TEXT, decodeBigint, type Literal, prepareLiterals } from '../decode-text.js';
import { parseDate } from '../parse-date.js';
import { addTypeIssue, type DecodingMode, type Step } from './decoding.js';

/** Decodes the text of a leaf; undefined if it does not fit. */
export type TextReader = (text: string) => unknown;

/** Returns the text reader of a leaf; undefined if `plan` is no leaf. */
export function findTextReader(plan: DecodingPlan): TextReader | undefined {
  if (plan === 'any') return (text) => text;
  if (plan === 'file') return () => undefined;
  if (typeof plan === 'string') return DECODE_TEXT[plan];
  return 'literal' in plan ? prepareLiterals(plan.literal) : undefined;
}

export function prepareLeaf(plan: LeafPlan, mode: DecodingMode): Step {
  if (plan === 'any') return (value) => value;
  if (plan === 'file')
    return (value, decoding) => (value instanceof File ? value : addTypeIssue('file', value, decoding));
  if (mode === 'text') return prepareText(plan, DECODE_TEXT[plan]);
  // In JSON, dates and bigints are always strings. The other leaves are JSON types.
  if (plan === 'date') return prepareText(plan, parseDate);
  if (plan === 'bigint') return prepareText(plan, decodeBigint);
  return (value, decoding) => {
    const fits = plan === 'null' ? value === null : typeof value === plan;
    return fits || !decoding.isTrial ? value : addTypeIssue(plan, value, decoding);
  };
}

export function prepareLiteral(literals: readonly Literal[], mode: DecodingMode): Step {
  if (mode === 'json') {
    return (value, decoding) =>
      decoding.isTrial && !literals.includes(value as Literal)
        ? addTypeIssue('literal', value, decoding)
        : value;
  }
  const read = prepareLiterals(literals);
  return (value, { issues, path }) => {
    const decoded = typeof value === 'string' ? read(value) : undefined;
    if (decoded !== undefined) return decoded;
    issues.push({ code: 'invalid_value', values: literals, input: value, path: [...path] });
    return value;
  };
}

function prepareText(expected: LeafPlan, read: TextReader): Step {
  return (value, decoding) => {
    const decoded = typeof value === 'string' ? read(value) : undefined;
    return decoded === undefined ? addTypeIssue(expected, value, decoding) : decoded;
  };
}
