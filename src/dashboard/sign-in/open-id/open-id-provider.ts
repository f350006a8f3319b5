import type * as OpenIdClient from 'openid-client';
import type { Attempt } from './attempt.js';
import { identifyUser, needsUserInfo } from './identify-user.js';
import type { ProviderClaims } from './list-trusted-claims.js';
import type { OpenIdSettings } from './open-id-settings.js';
import { checkEndpoint, prepareDiscovery } from './prepare-discovery.js';
import { toOpenIdError } from './to-open-id-error.js';

export type LoadOpenIdClient = () => Promise<typeof OpenIdClient>;

/** An OpenID Connect provider, used by the authorization code flow with PKCE. Methods reject with an OpenIdError. */
export interface OpenIdProvider {
  /** The name on the button. */
  readonly name: string;
  /** Reads the provider's metadata; rejects when it does not respond or has another issuer than configured. */
  check(): Promise<void>;
  /** The URL of the provider's sign-in page. */
  begin(request: SignInRequest): Promise<URL>;
  /** The id of the permitted user whom the provider's response identifies. */
  finish(answer: SignInAnswer): Promise<string>;
  /** The provider's sign-out page; null when unknown. */
  readSignOutUrl(): string | null;
}

/** Prepares the sign-in at a provider. `now` is in milliseconds. */
export function createOpenIdProvider(
  settings: OpenIdSettings,
  loadClient: LoadOpenIdClient,
  now: () => number = () => performance.now(),
): OpenIdProvider {
  const discover = prepareDiscovery(settings, now);
  let signOutUrl: string | null = null;

  async function ask(client: typeof OpenIdClient): Promise<OpenIdClient.Configuration> {
    const configuration = await discover(client);
    signOutUrl = findSignOutUrl(client, configuration);
    return configuration;
  }

  return {
    name: settings.name,
    async check() {
      const client = await loadClient();
      await ask(client).catch((error) => {
        throw toOpenIdError(error);
      });
    },
    async begin(request) {
      const client = await loadClient();
      try {
        return await buildAuthorizationUrl(client, await ask(client), {
          ...request,
          scopes: settings.scopes,
        });
      } catch (error) {
        throw toOpenIdError(error);
      }
    },
    async finish(answer) {
      const client = await loadClient();
      try {
        return await identifyUser(
          settings,
          await exchangeCode(client, await ask(client), { ...answer, settings }),
        );
      } catch (error) {
        throw toOpenIdError(error, listSecrets(answer, settings));
      }
    },
    readSignOutUrl: () => signOutUrl,
  };
}

function findSignOutUrl(
  client: typeof OpenIdClient,
  configuration: OpenIdClient.Configuration,
): string | null {
  try {
    return client.buildEndSessionUrl(configuration, {}).href;
  } catch {
    // The provider has no valid `end_session_endpoint`, which signing in does not need.
    return null;
  }
}

/** Secrets that a provider may repeat in its error messages. */
function listSecrets({ attempt, callback }: SignInAnswer, { clientSecret }: OpenIdSettings): string[] {
  return [callback.searchParams.get('code') ?? '', clientSecret ?? '', ...Object.values(attempt)];
}

interface SignInRequest {
  readonly attempt: Attempt;
  readonly redirectUri: string;
  /** Whether the provider should ask for the account instead of using the current one. */
  readonly isOtherAccount: boolean;
}

/** Builds the URL of the provider's sign-in page. */
async function buildAuthorizationUrl(
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

/** Returns `select_account` if supported, else `login`, which all must support (OpenID Connect Core, 15.1). */
function choosePrompt({ prompt_values_supported: known }: OpenIdClient.ServerMetadata): string {
  return Array.isArray(known) && known.includes('select_account') ? 'select_account' : 'login';
}

interface SignInAnswer {
  readonly attempt: Attempt;
  /** The redirect URI with the provider's query. */
  readonly callback: URL;
}

/** Exchanges the code for the user's claims and discards the tokens. */
async function exchangeCode(
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
