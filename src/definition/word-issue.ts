import * as z from 'zod';
import { TEXT_LENGTH_MAX } from '../protocol/refusal-limits.js';

/** As much of an issue of zod's as is looked at here, with or without its message. */
export interface Issue {
  readonly code?: string | undefined;
  readonly path?: readonly PropertyKey[] | undefined;
  readonly message?: string | undefined;
  /** What would have been valid. */
  readonly values?: readonly unknown[] | undefined;
}

/** Stands among the issues where checking stopped. It aborts what it is inside of, so nothing runs on unchecked values. */
export const STOPPED = 'procgen.stopped';

/** Words an issue of zod's in some language. */
export type ErrorMap = z.core.$ZodErrorMap;

/** The message of issues that are still to be worded. No schema says it: it ends in a space without width. */
const UNWORDED = 'Invalid input\u200b';

/** The error map of a parse: says nothing, so that zod does not word issues inside of others that nobody is told of. */
export function leaveUnworded(): string {
  return UNWORDED;
}

/** Whether the schema has words of its own for an issue. */
export function hasOwnMessage(issue: Issue): boolean {
  return wordIssue(issue, leaveUnworded) !== UNWORDED;
}

/** The schema's own message, else that of `error`, else what the application configured zod to say. */
export function wordIssue(issue: Issue, error?: ErrorMap): string {
  return finishIssue(issue, error).message;
}

/** The issue as zod reports it, with its message and without its schema. */
export function finishIssue(issue: Issue, error?: ErrorMap): z.core.$ZodIssue {
  const raw = issue.message === UNWORDED ? { ...issue, message: undefined } : issue;
  if (Array.isArray(issue.values)) Object.assign(raw, { values: cutValues(issue.values) });
  return z.core.util.finalizeIssue(
    raw as z.core.$ZodRawIssue,
    error ? { error } : {},
    z.config(),
  ) as z.core.$ZodIssue;
}

/** As many of the values as can be read in a message that is cut. */
function cutValues(values: readonly unknown[]): readonly unknown[] {
  let length = 0;
  const end = values.findIndex((value) => {
    length += String(value).length + 1;
    return length > TEXT_LENGTH_MAX;
  });
  return end < 0 ? values : values.slice(0, end + 1);
}
