import { OpenIdError, type OpenIdReason } from './open-id-error.js';

/**
 * Error codes of authorization responses (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6) and token responses (RFC
 * 6749, 5.2).
 */
const REASONS: Readonly<Record<string, OpenIdReason>> = {
  access_denied: 'denied',
  consent_required: 'denied',
  interaction_required: 'denied',
  login_required: 'denied',
  account_selection_required: 'denied',
  temporarily_unavailable: 'unreachable',
  server_error: 'unreachable',
  invalid_grant: 'stale',
};

/** Converts what openid-client threw, and removes `secrets` from the provider's messages. */
export function toOpenIdError(error: unknown, secrets: readonly string[] = []): OpenIdError {
  const causes = listCauses(error);
  const known = causes.find((cause) => cause instanceof OpenIdError);
  if (known) return known;
  const code = causes.map(readCode).find((found) => found !== undefined) ?? '';
  const isTimeout = causes.some(({ name }) => name === 'TimeoutError');
  const reason = isTimeout ? 'unreachable' : Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  const messages = [...new Set(causes.flatMap(({ message }) => message || []))];
  const text = [...messages, ...causes.flatMap(readDescription)].join(': ').slice(0, 500);
  return new OpenIdError(reason ?? 'disagreement', redact(text, secrets));
}

function listCauses(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause)
    causes.push(cause);
  return causes;
}

interface ProviderError {
  /** `invalid_client` */
  readonly error?: unknown;
  /** The provider's explanation for the operator. */
  readonly error_description?: unknown;
}

/** The provider's errors, from the body or from the `WWW-Authenticate` challenges. */
function listProviderErrors(error: Error): ProviderError[] {
  const challenges = Array.isArray(error.cause) ? error.cause : [];
  return [error as ProviderError, ...challenges.map(({ parameters }) => parameters as ProviderError)];
}

function readCode(error: Error): string | undefined {
  return listProviderErrors(error)
    .map(({ error: code }) => code)
    .find((code) => typeof code === 'string');
}

function readDescription(error: Error): string[] {
  return listProviderErrors(error)
    .flatMap(({ error: code, error_description: description }) => [code, description])
    .filter((text) => typeof text === 'string');
}

function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .reduce((redacted, secret) => redacted.replaceAll(secret, '[redacted]'), text);
}
