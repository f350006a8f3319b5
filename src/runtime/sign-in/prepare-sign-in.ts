import { createOpenIdProvider } from '../../dashboard/sign-in/open-id/open-id-provider.js';
import type { SignInWays, TrustedProxy } from '../../dashboard/sign-in/sign-in-ways.js';
import type { Logger } from '../../definition/context.js';
import { createProxyUserReader, type ProxyUserOptions } from './create-proxy-user-reader.js';
import { loadOpenIdClient } from './load-open-id-client.js';
import type { SignInSettings } from './read-sign-in-settings.js';

export interface PreparedSignIn {
  readonly ways: SignInWays;
  /** Rejects with a ConfigurationError when a package is missing. A provider that does not answer is a warning. */
  ready(): Promise<void>;
}

/** `now` is in milliseconds, and monotonic when absent. */
export function prepareSignIn(
  { openId, proxyHeader }: SignInSettings,
  log: Logger,
  now?: () => number,
): PreparedSignIn {
  const provider = openId && createOpenIdProvider(openId, loadOpenIdClient, now);
  return {
    ways: { openId: provider, proxy: proxyHeader && createTrustedProxy(proxyHeader) },
    async ready() {
      if (provider === null) return;
      await loadOpenIdClient();
      // The server does not wait for it: it may be down now, and up when somebody signs in.
      provider.check().catch((error: Error) => {
        log.warn({ provider: provider.name, reason: error.message }, 'the sign-in provider cannot be used');
      });
    },
  };
}

function createTrustedProxy(options: ProxyUserOptions): TrustedProxy {
  const readUser = createProxyUserReader(options);
  return { url: options.baseUrl, readUser: (ctx) => readUser(ctx.req) };
}
