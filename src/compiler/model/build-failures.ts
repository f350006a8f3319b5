import type { FailureModel, InputModel } from '../../model/api-model.js';
import { isMessageKey, MESSAGES } from '../../protocol/messages.js';
import type { RateLimitClass } from '../../protocol/rate-limit.js';
import type { CheckedProcedure, ModelContext } from './model-context.js';

/** The failures that the server itself can answer with, and those that the author names; the author's words win. */
export function buildFailures(
  { openapi }: CheckedProcedure,
  input: InputModel | undefined,
  rateLimit: RateLimitClass | false,
  { config }: ModelContext,
): readonly FailureModel[] {
  const { errors = [] } = openapi;
  const words = isList(errors) ? {} : errors;
  const statuses = [
    ...(input ? [400] : []),
    ...(openapi.protect ? [401, 403] : []),
    ...(input?.body ? [413, 415] : []),
    ...(rateLimit ? [429] : []),
    500,
    ...(isList(errors) ? errors : Object.keys(errors).map(Number)),
  ];
  return [...new Set(statuses)]
    .sort((left, right) => left - right)
    .map((status) => {
      const shared = sharedReason(status, config.hasOwnAuthentication);
      const usual = shared ?? `Failure with the status ${status}.`;
      const description = words[status] ?? usual;
      return { status, description, isShared: description === usual };
    });
}

function isList(errors: NonNullable<CheckedProcedure['openapi']['errors']>): errors is readonly number[] {
  return Array.isArray(errors);
}

function sharedReason(status: number, hasOwnAuthentication: boolean): string | undefined {
  const key = status === 401 && hasOwnAuthentication ? 'credentials.invalid' : `status.${status}`;
  return isMessageKey(key) ? MESSAGES[key] : undefined;
}
