import { isOutcomeUnknown } from '../../keys/map-store-error.js';
import { isProcedureError } from '../../protocol/procedure-error.js';
import type { Html } from '../html.js';
import type { MessageKey } from '../messages.js';
import type { UserPageContext } from '../page-context.js';
import { renderNotice } from '../pages/notice.js';

export interface FailureMessages {
  /** For the log, such as `api key not created`. */
  readonly log: string;
  /** By status. */
  readonly [status: number]: MessageKey;
  readonly other: MessageKey;
}

export interface Failure {
  readonly status: number;
  readonly notice: Html;
}

/** Explains a failed change for a form. Errors with a status of 500 or more are logged. */
export function explainFailure(
  { t, keyring, userId, keyId, log }: UserPageContext,
  error: unknown,
  messages: FailureMessages,
): Failure {
  const status = isProcedureError(error) ? error.status : 500;
  if (status >= 500) log.error({ err: error, userId, ...(keyId !== '' && { keyId }) }, messages.log);
  const text = isOutcomeUnknown(error) ? 'keys.unknownOutcome' : (messages[status] ?? messages.other);
  return { status, notice: renderNotice('danger', t(text, { limit: keyring.maxKeysPerUser })) };
}

/** The fields of the request that are invalid according to the error. */
export function listInvalidFields(error: unknown): ReadonlySet<string | undefined> {
  return new Set(isProcedureError(error) ? error.errors?.map(({ path }) => path[0]) : []);
}
