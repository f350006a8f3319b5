import type * as OpenIdClient from 'openid-client';
import { buildAuthorizationUrl, type SignInRequest } from './build-authorization-url.js';
import { exchangeCode, type SignInAnswer } from './exchange-code.js';
import { explainFailure } from './explain-failure.js';
import { identifyUser } from './identify-user.js';
import type { OpenIdSettings } from './open-id-settings.js';
import { prepareDiscovery } from './prepare-discovery.js';

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
