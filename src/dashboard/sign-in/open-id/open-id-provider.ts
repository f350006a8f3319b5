import type * as OpenIdClient from 'openid-client';
import { buildAuthorizationUrl, type SignInRequest } from './build-authorization-url.js';
import { discover } from './discover.js';
import { exchangeCode, type SignInAnswer } from './exchange-code.js';
import { explainFailure } from './explain-failure.js';
import { identifyUser } from './identify-user.js';
import type { OpenIdSettings } from './open-id-settings.js';

export type LoadOpenIdClient = () => Promise<typeof OpenIdClient>;

/** An OpenID Connect provider, with whom the server speaks the code flow with PKCE. What goes wrong is an OpenIdFault. */
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

/** How long a provider that has failed is left alone. */
const FAILURE_LIFE_MS = 60_000;

/**
 * The provider is asked for its endpoints and keys anew for each sign-in: that is rare, and a key that the provider
 * has changed counts at once. Where it fails it is asked once a minute at most, and who comes meanwhile gets the same
 * failure: nobody can make this server call a provider in trouble as often as they like. `now` is in milliseconds.
 */
export function createOpenIdProvider(
  settings: OpenIdSettings,
  loadClient: LoadOpenIdClient,
  now: () => number = () => performance.now(),
): OpenIdProvider {
  let asking: Promise<OpenIdClient.Configuration> | null = null;
  let failure: { readonly error: unknown; readonly at: number } | null = null;
  let signOutUrl: string | null = null;

  /** Who comes while the provider is being asked waits for the same answer. */
  async function ask(client: typeof OpenIdClient): Promise<OpenIdClient.Configuration> {
    if (failure !== null && now() - failure.at < FAILURE_LIFE_MS) throw failure.error;
    failure = null;
    asking ??= discover(client, settings)
      .catch((error) => {
        failure = { error, at: now() };
        throw error;
      })
      .finally(() => {
        asking = null;
      });
    const configuration = await asking;
    signOutUrl = findSignOutUrl(client, configuration);
    return configuration;
  }

  return {
    name: settings.name,
    async check() {
      const client = await loadClient();
      await ask(client).catch((error) => {
        throw explainFailure(error);
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
        throw explainFailure(error);
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
        throw explainFailure(error, listSecrets(answer, settings));
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
