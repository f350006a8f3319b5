import { type Config, DEFAULT_RATE_LIMIT_STORE, DEFAULT_STORE } from '../../definition/config.js';
import type { Logger } from '../../definition/context.js';
import type { Keyring } from '../../keys/keyring.js';
import { openKeyring } from '../../keys/open-keyring.js';
import { openRateLimiter } from '../limits/open-rate-limiter.js';
import type { RateLimiter } from '../limits/rate-limiter.js';
import type { RuntimeOptions } from '../runtime-options.js';

/** The keyring that is shared with the service, or one of its own. */
export async function openOwnKeyring(
  config: Config,
  options: RuntimeOptions & { readonly cwd: string; readonly now: () => number },
  log: Logger,
): Promise<Keyring> {
  const { keyring, cwd, now, pepper } = options;
  if (keyring) return keyring;
  const onWarn = (message: string) => log.warn(message);
  const { store = DEFAULT_STORE, maxKeysPerUser } = config;
  return openKeyring({ store, cwd, now, pepper, maxKeysPerUser, onWarn });
}

/** The counters that are shared with the service, or its own. */
export async function openOwnLimiter(
  { rateLimitStore = DEFAULT_RATE_LIMIT_STORE, rateLimits }: Config,
  shared: RateLimiter | undefined,
  log: Logger,
): Promise<RateLimiter> {
  return shared ?? openRateLimiter(rateLimitStore, { log, onStoreFailure: rateLimits?.onStoreFailure });
}
