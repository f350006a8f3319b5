import { REASON_BY_STATUS } from '../../protocol/error-code.js';
import type { RateLimitClass } from '../../protocol/rate-limit.js';
import type { FailureModel, InputModel } from './api-model.js';
import type { CheckedDraft } from './build-procedure.js';

/** The failures that the server itself can answer with, and those that the author names; the author's words win. */
export function buildFailures(
  { openapi }: CheckedDraft,
  input: InputModel | undefined,
  rateLimit: RateLimitClass | false,
): readonly FailureModel[] {
  const statuses = [
    ...(input ? [400] : []),
    ...(openapi.protect ? [401, 403] : []),
    ...(input?.body ? [413, 415] : []),
    ...(rateLimit ? [429] : []),
    500,
  ];
  const descriptions = new Map<number, string>(statuses.map((status) => [status, describe(status)]));
  const { errors = [] } = openapi;
  if (isList(errors)) {
    for (const status of errors) descriptions.set(status, descriptions.get(status) ?? describe(status));
  } else {
    for (const [status, description] of Object.entries(errors)) descriptions.set(Number(status), description);
  }
  return [...descriptions]
    .sort(([left], [right]) => left - right)
    .map(([status, description]) => ({ status, description }));
}

function isList(errors: NonNullable<CheckedDraft['openapi']['errors']>): errors is readonly number[] {
  return Array.isArray(errors);
}

function describe(status: number): string {
  return REASON_BY_STATUS[status] ?? `Failure with the status ${status}.`;
}
