import * as z from 'zod';
import { TEXT_LENGTH_MAX } from '../protocol/refusal-limits.js';

/** The fields of a zod issue that are used here; the message may be missing. */
export interface Issue {
  readonly code?: string | undefined;
  readonly path?: readonly PropertyKey[] | undefined;
  readonly message?: string | undefined;
  /** The values that would have been valid. */
  readonly values?: readonly unknown[] | undefined;
}

/** The code of the issue where checking stopped. It aborts enclosing schemas, so no check runs on unchecked values. */
export const STOPPED = 'procgen.stopped';

/** Creates the message of a zod issue in some language. */
export type ErrorMap = z.core.$ZodErrorMap;

/** The placeholder for a deferred message. It ends in a zero-width space, so that no schema's message equals it. */
const DEFERRED = 'Invalid input\u200b';

/** The error map of a parse. It avoids formatting nested issues that are never shown. */
export function deferMessage(): string {
  return DEFERRED;
}

/** Whether the schema has its own message for an issue. */
export function hasOwnMessage(issue: Issue): boolean {
  return formatIssue(issue, deferMessage) !== DEFERRED;
}

/** The message from the schema, else from `error`, else from the application's zod configuration. */
export function formatIssue(issue: Issue, error?: ErrorMap): string {
  return finishIssue(issue, error).message;
}

/** The issue as zod reports it, with its message. */
export function finishIssue(issue: Issue, error?: ErrorMap): z.core.$ZodIssue {
  const raw = issue.message === DEFERRED ? { ...issue, message: undefined } : issue;
  if (Array.isArray(issue.values)) Object.assign(raw, { values: cutValues(issue.values) });
  return z.core.util.finalizeIssue(
    raw as z.core.$ZodRawIssue,
    error ? { error } : {},
    z.config(),
  ) as z.core.$ZodIssue;
}

/** The leading values that fit into a message of the maximum length. */
function cutValues(values: readonly unknown[]): readonly unknown[] {
  let length = 0;
  const end = values.findIndex((value) => {
    length += String(value).length + 1;
    return length > TEXT_LENGTH_MAX;
  });
  return end < 0 ? values : values.slice(0, end + 1);
}
