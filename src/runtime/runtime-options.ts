import type { Logger } from '../definition/context.js';
import type { Keyring } from '../keys/keyring.js';
import type { RateLimiter } from './limits/rate-limiter.js';
import type { Repeat } from './repeat.js';

export type Mode = 'development' | 'production';

/** The options of the host of a service, besides the routes and the configuration. */
export interface RuntimeOptions {
  /** `production` when absent. By default the explorer is served only in `development`. */
  readonly mode?: Mode;
  /**
   * JSON lines on the standard output when absent. A log created by `createLog` redacts the headers that carry
   * credentials; any other log has to do that itself.
   */
  readonly log?: Logger;
  /** The base of relative store paths; the working directory of the process when absent. */
  readonly cwd?: string;
  /** The clock of rate limits, and of a store opened here, in epoch milliseconds; `Date.now` when absent. */
  readonly now?: () => number;
  /** An open keyring to share, which its creator closes. When absent, the configured store is opened and closed. */
  readonly keyring?: Keyring;
  /** Mixed into the hashes of keys, so that the store alone is not enough to verify a guessed key. */
  readonly pepper?: string;
  /** The secret of `signIn.openId`; takes precedence over the configured one. */
  readonly openIdClientSecret?: string;
  /** A rate limiter to share, which its creator closes. When absent, the configured one is opened and closed. */
  readonly rateLimiter?: RateLimiter;
  /** Limits for the number, the size and the rate of request bodies that are arriving. */
  readonly awaitedBodies?: AwaitedBodyLimits;
  /**
   * The same limits for uploads, which are counted separately. When absent: 500, 50 per address, 64 and 8 times
   * `uploads.limit`, and 20,480 bytes in any five seconds (4 KiB/s).
   */
  readonly awaitedUploads?: AwaitedBodyLimits;
  /**
   * What is served: only the API, or everything that `procgen serve` serves, including `/livez`, `/readyz` and the
   * dashboard. When absent, `all` for `createApp` and `api` for other hosts.
   */
  readonly serves?: 'all' | 'api';
  /** Resolves with whether modules that load in the background are loaded: `/readyz` waits for it. */
  readonly loaded?: Promise<boolean>;
  /** The timer of streams, which sends heartbeats; the platform's when absent. */
  readonly repeatTick?: Repeat;
}

/** Limits for the number, the size and the rate of request bodies that are arriving. */
export interface AwaitedBodyLimits {
  /** The number for all callers together; 2,000 when absent. */
  readonly most?: number;
  /** The number for one address, or the /64 of an IPv6 address; 200 when absent. */
  readonly mostPerAddress?: number;
  /** The bytes received of all of them; 64 MiB when absent, or eight times `bodyLimit` if that is more. */
  readonly bytes?: number;
  /** The same for one address, which may always have one body; 16 MiB when absent, or twice `bodyLimit`. */
  readonly bytesPerAddress?: number;
  /** The minimum number of bytes in any five seconds until a body is complete; 5,120 (1 KiB/s) when absent. */
  readonly leastBytesPerWindow?: number;
}
