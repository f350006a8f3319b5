import type * as OpenIdClient from 'openid-client';
import type { Attempt } from './attempt.js';
import { needsUserInfo } from './identify-user.js';
import type { ProviderClaims } from './list-trusted-claims.js';
import type { OpenIdSettings } from './open-id-settings.js';

export interface SignInAnswer {
  readonly attempt: Attempt;
  /** The redirect URI, with the query that the provider added. */
  readonly callback: URL;
}

/** What the provider says of the user who came back; its tokens are forgotten here. */
export async function exchangeCode(
  client: typeof OpenIdClient,
  configuration: OpenIdClient.Configuration,
  { attempt, callback, settings }: SignInAnswer & { readonly settings: OpenIdSettings },
): Promise<ProviderClaims> {
  const tokens = await client.authorizationCodeGrant(configuration, callback, {
    pkceCodeVerifier: attempt.codeVerifier,
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    idTokenExpected: true,
  });
  const idToken = tokens.claims() as OpenIdClient.IDToken;
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const userInfo =
    hasUserInfo && needsUserInfo(settings, idToken)
      ? await client.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
      : null;
  return { idToken, userInfo };
}
