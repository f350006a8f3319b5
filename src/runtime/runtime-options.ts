import type { Logger } from '../definition/context.js';
import type { Keyring } from '../keys/keyring.js';
import type { RateLimiter } from './limits/rate-limiter.js';
import type { Repeat } from './repeat.js';

export type Mode = 'development' | 'production';

/** What the one who hosts the service decides, beside the routes and the configuration. */
export interface RuntimeOptions {
  /** Production when absent. The explorer is there in development only. */
  readonly mode?: Mode;
  /**
   * JSON lines on the standard output when absent. A log that `createLog` made redacts the headers that carry
   * credentials; one of the application's own has to do that itself.
   */
  readonly log?: Logger;
  /** What relative paths of stores are relative to; the process's working directory when absent. */
  readonly cwd?: string;
  /** The clock of rate limits, and of a store that is opened here, in epoch milliseconds; `Date.now` when absent. */
  readonly now?: () => number;
  /** An open keyring to share. Who opened it closes it. When absent the configured store is opened, and closed. */
  readonly keyring?: Keyring;
  /** Mixed into the hashes of keys, so that the store alone is not enough to check a guess. */
  readonly pepper?: string;
  /** The secret of `signIn.openId`; wins over the one that the configuration names. */
  readonly openIdClientSecret?: string;
  /** Counters to share. Who made them closes them. When absent those of the configuration are opened, and closed. */
  readonly rateLimiter?: RateLimiter;
  /** How many request bodies may be on their way at a time, how much of them, and how slowly. */
  readonly awaitedBodies?: AwaitedBodyLimits;
  /**
   * The same of uploads, which are counted apart: 500, 50 of an address, 64 and 8 times `uploads.limit`, and 20,480 bytes in
   * any five seconds (4 KiB/s) when absent.
   */
  readonly awaitedUploads?: AwaitedBodyLimits;
  /**
   * What is answered: the API alone, or all that `procgen serve` answers, with `/livez`, `/readyz` and the dashboard. `all`
   * for `createApp` when absent, else `api`.
   */
  readonly serves?: 'all' | 'api';
  /** What is still to be loaded when the service starts, and whether that went well: `/readyz` waits for it. */
  readonly loaded?: Promise<boolean>;
  /** The timer of streams, by which heartbeats are sent; the platform's when absent. */
  readonly repeatTick?: Repeat;
}

/** How many request bodies may be on their way at a time, how much of them, and how slowly. */
export interface AwaitedBodyLimits {
  /** Of all callers together; 2,000 when absent. */
  readonly most?: number;
  /** Of one address, an IPv6 address counted by its /64; 200 when absent. */
  readonly mostPerAddress?: number;
  /** What may have arrived of them all; 64 MiB when absent, or eight times `bodyLimit` where that is more. */
  readonly bytes?: number;
  /** The same of one address, which may always have one body; 16 MiB when absent, or twice `bodyLimit`. */
  readonly bytesPerAddress?: number;
  /** The fewest bytes that have to arrive in any five seconds until a body is complete; 5,120 (1 KiB/s) when absent. */
  readonly leastBytesPerWindow?: number;
}
