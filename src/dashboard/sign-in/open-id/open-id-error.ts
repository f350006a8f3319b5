/** Why somebody could not sign in through the provider. */
export type OpenIdReason =
  /** The provider does not answer, or says that it cannot at the moment. */
  | 'unreachable'
  /** Provider and server do not agree: something is configured wrong, or an answer is forged. */
  | 'disagreement'
  /** The user or the provider said no. */
  | 'denied'
  /** The answer is to a question that this browser has not asked, not lately, or not only once. */
  | 'stale'
  /** The rule `allow` does not let this user in. */
  | 'not-allowed'
  /** The provider does not vouch for an e-mail address. */
  | 'unverified-email';

export interface OpenIdErrorOptions {
  /** Who the provider says it is, for the user to read. */
  readonly account?: string;
  readonly cause?: unknown;
}

/** The message is for the log; it holds no secret and no token. */
export class OpenIdError extends Error {
  override readonly name = 'OpenIdError';
  readonly reason: OpenIdReason;
  readonly account: string | null;

  constructor(reason: OpenIdReason, message: string, { account, cause }: OpenIdErrorOptions = {}) {
    super(message, { cause });
    this.reason = reason;
    this.account = account ?? null;
  }
}
