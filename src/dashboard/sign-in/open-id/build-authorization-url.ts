import type * as OpenIdClient from 'openid-client';
import type { Attempt } from './attempt.js';
import { checkEndpoint } from './check-endpoint.js';

export interface SignInRequest {
  readonly attempt: Attempt;
  readonly redirectUri: string;
  /** Whether the provider shall ask which account, and not take the one it knows. */
  readonly isOtherAccount: boolean;
}

/** Where the browser goes to be asked by the provider. */
export async function buildAuthorizationUrl(
  client: typeof OpenIdClient,
  configuration: OpenIdClient.Configuration,
  { attempt, redirectUri, isOtherAccount, scopes }: SignInRequest & { readonly scopes: readonly string[] },
): Promise<URL> {
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: ['openid', ...scopes].join(' '),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: 'S256',
    ...(isOtherAccount ? { prompt: choosePrompt(configuration.serverMetadata()) } : {}),
  });
  checkEndpoint(url);
  return url;
}

/** Choosing an account where the provider knows of that; else signing in anew, which all know (OpenID Connect Core, 15.1). */
function choosePrompt({ prompt_values_supported: known }: OpenIdClient.ServerMetadata): string {
  return Array.isArray(known) && known.includes('select_account') ? 'select_account' : 'login';
}
