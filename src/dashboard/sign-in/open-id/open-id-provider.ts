import type * as OpenIdClient from 'openid-client';
import type { Attempt } from './attempt.js';
import { identifyUser, needsUserInfo } from './identify-user.js';
import type { ProviderClaims } from './list-trusted-claims.js';
import type { OpenIdSettings } from './open-id-settings.js';
import { checkEndpoint, prepareDiscovery } from './prepare-discovery.js';
import { toOpenIdError } from './to-open-id-error.js';

export type LoadOpenIdClient = () => Promise<typeof OpenIdClient>;

/** An OpenID Connect provider, with whom the server speaks the code flow with PKCE. What goes wrong is an OpenIdError. */
export interface OpenIdProvider {
  /** What the button calls it. */
  readonly name: string;
  /** Asks the provider how it wants to be asked; rejects when it does not answer, or is another than configured. */
  check(): Promise<void>;
  /** Where the browser goes to sign in. */
  begin(request: SignInRequest): Promise<URL>;
  /** Turns the provider's answer into the id of a user who may come in. */
  finish(answer: SignInAnswer): Promise<string>;
  /** Where the browser can sign out of the provider; null until it is known that it can. */
  readSignOutUrl(): string | null;
}

/** Prepares the sign-in at a provider. `now`, by which the provider is asked once a minute at most, is in milliseconds. */
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
    // It has none, or one that is no address: nobody needs it to sign in.
    return null;
  }
}

/** What a provider might repeat when it says what is wrong. */
function listSecrets({ attempt, callback }: SignInAnswer, { clientSecret }: OpenIdSettings): string[] {
  return [callback.searchParams.get('code') ?? '', clientSecret ?? '', ...Object.values(attempt)];
}

interface SignInRequest {
  readonly attempt: Attempt;
  readonly redirectUri: string;
  /** Whether the provider shall ask which account, and not take the one it knows. */
  readonly isOtherAccount: boolean;
}

/** Where the browser goes to be asked by the provider. */
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

/** Choosing an account where the provider knows of that; else signing in anew, which all know (OpenID Connect Core, 15.1). */
function choosePrompt({ prompt_values_supported: known }: OpenIdClient.ServerMetadata): string {
  return Array.isArray(known) && known.includes('select_account') ? 'select_account' : 'login';
}

interface SignInAnswer {
  readonly attempt: Attempt;
  /** The redirect URI, with the query that the provider added. */
  readonly callback: URL;
}

/** What the provider says of the user who came back; its tokens are forgotten here. */
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
