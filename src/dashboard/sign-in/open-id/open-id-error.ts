/** Why a sign-in at the provider failed. */
export type OpenIdReason =
  /** The provider does not respond, or reports that it is unavailable. */
  | 'unreachable'
  /** Provider and server disagree: a misconfiguration or a forged response. */
  | 'disagreement'
  /** The user or the provider declined. */
  | 'denied'
  /** This browser has no attempt for the response, or the attempt expired or was completed. */
  | 'stale'
  /** `allow` does not permit this user. */
  | 'not-allowed'
  /** The provider sends no verified e-mail address. */
  | 'unverified-email';

export interface OpenIdErrorOptions {
  /** The account's name at the provider, shown to the user. */
  readonly account?: string;
  readonly cause?: unknown;
}

/** The message is for the log; it contains no secret and no token. */
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
