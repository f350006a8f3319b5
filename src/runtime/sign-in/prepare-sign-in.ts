import type * as OpenIdClient from 'openid-client';
import { createOpenIdProvider } from '../../dashboard/sign-in/open-id/open-id-provider.js';
import type { SignInMethods } from '../../dashboard/sign-in/sign-in-methods.js';
import type { Logger } from '../../definition/context.js';
import { ConfigurationError } from '../configuration-error.js';
import type { Exchange } from '../exchange.js';
import { createProxyUserReader } from './create-proxy-user-reader.js';
import type { SignInSettings } from './read-sign-in-settings.js';

export interface PreparedSignIn {
  readonly methods: SignInMethods;
  /** Returns the user named by a trusted proxy; null if it names none or did not send the request. */
  readProxyUser(exchange: Exchange): string | null;
  /** Rejects with a ConfigurationError if a package is missing. A provider that does not answer causes a warning. */
  ready(): Promise<void>;
}

/** `now` is in milliseconds; a monotonic clock when absent. */
export function prepareSignIn(
  { openId, proxyHeader }: SignInSettings,
  log: Logger,
  now?: () => number,
): PreparedSignIn {
  const provider = openId && createOpenIdProvider(openId, loadOpenIdClient, now);
  return {
    methods: { openId: provider, proxy: proxyHeader && { url: proxyHeader.baseUrl } },
    readProxyUser: proxyHeader ? createProxyUserReader(proxyHeader) : () => null,
    async ready() {
      if (provider === null) return;
      await loadOpenIdClient();
      // The server does not wait: the provider may be down now, and up when somebody signs in.
      provider.check().catch((error: Error) => {
        log.warn({ provider: provider.name, reason: error.message }, 'the sign-in provider cannot be used');
      });
    },
  };
}

/** Imports the optional package when it is needed. Throws a ConfigurationError if it is not installed. */
async function loadOpenIdClient(): Promise<typeof OpenIdClient> {
  try {
    return await import('openid-client');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new ConfigurationError(
      'signIn.openId requires the package openid-client, which is not installed.',
      {
        help: 'Run "npm install openid-client@6".',
        cause,
      },
    );
  }
}
