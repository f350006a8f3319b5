import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { ConfigurationError } from '../configuration-error.js';
import type { RateLimiter } from './rate-limiter.js';
import { prepareTimeout } from './with-timeout.js';

/** A connection to Redis that counts. A command that cannot be sent now fails at once; there is no offline queue. */
export interface RedisConnection {
  /**
   * Returns the calls so far and the milliseconds until the end of the window; see `COUNT_SCRIPT`. Rejects after the
   * connection's `answerMs`, with an error whose message gives the reason and contains no password.
   */
  count(key: string, windowMs: number): Promise<readonly [calls: number, restMs: number]>;
  close(): void;
}

const CONNECT_MS = 500;
const RECONNECT_MS = 250;
/** After this time without an answer the connection is replaced: its other end may be gone. */
const SILENCE_MS = 1_000;

type CountingRedis = Redis & {
  procgenCount(key: string, windowMs: number): Promise<[number, number]>;
};

/**
 * Begins to connect to `url` and retries until it succeeds. Throws a ConfigurationError if the optional package ioredis
 * is not installed.
 */
export async function connectRedis(url: string, answerMs: number): Promise<RedisConnection> {
  const { Redis } = await importClient();
  const client = new Redis(url, {
    connectTimeout: CONNECT_MS,
    retryStrategy: () => RECONNECT_MS,
    reconnectOnError: isReadOnly,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    scripts: { procgenCount: { lua: COUNT_SCRIPT, numberOfKeys: 1 } },
  }) as CountingRedis;
  const explain = trackConnectionErrors(client);
  const giveUp = prepareReconnect(client);
  const withTimeout = prepareTimeout(answerMs);
  return {
    async count(key, windowMs) {
      const answer = client.procgenCount(key, windowMs);
      const late = () => {
        giveUp(answer);
        return new Error('Redis did not respond in time.');
      };
      try {
        return await withTimeout(answer, late);
      } catch (error) {
        throw new Error(explain(error as Error));
      }
    },
    close: () => client.disconnect(),
  };
}

/**
 * Returns a function that explains why a call was not counted: the connection's error, or the error of Redis. Only the
 * message of a client's error is kept, because its `command.args` contain the password.
 */
function trackConnectionErrors(client: Redis): (error: Error) => string {
  let connectionError: string | null = 'Not connected yet.';
  client.on('error', ({ message, code }: NodeJS.ErrnoException) => {
    // The aggregate error for a name with several addresses has no message.
    connectionError = message || code || 'The connection failed.';
  });
  client.on('close', () => {
    connectionError ??= 'The connection was closed.';
  });
  client.on('ready', () => {
    connectionError = null;
  });
  return (error) => {
    if (isReadOnly(error)) connectionError = error.message;
    return connectionError ?? error.message;
  };
}

/**
 * Reconnects when a new connection does not become ready, and when a late answer does not come at all. The client's own
 * `socketTimeout` would do the latter, but also counts time in which this process was blocked.
 */
function prepareReconnect(client: Redis): (answer: Promise<unknown>) => void {
  const withTimeout = prepareTimeout(SILENCE_MS);
  const reconnectAfter = (answer: Promise<unknown>) => {
    const settled = answer.catch(() => {});
    withTimeout(settled, () => new Error('Silence.')).catch(() => client.disconnect(true));
  };
  client.on('connect', () => {
    const settled = new Promise((resolve) => client.once('ready', resolve).once('close', resolve));
    reconnectAfter(settled);
  });
  return reconnectAfter;
}

/**
 * A READONLY error means that a primary has become a replica. Its name may refer to a new primary by now. Before Redis 7,
 * the error of a script only quotes it: `ERR Error running script (…): @user_script:2: @user_script: 2: -READONLY …`.
 */
export function isReadOnly({ message }: Pick<Error, 'message'>): boolean {
  return /(^|: -)READONLY /.test(message);
}

async function importClient(): Promise<{ readonly Redis: typeof Redis }> {
  try {
    return await import('ioredis');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new ConfigurationError(
      'rateLimitStore is a redis:// URL, but the package ioredis is not installed.',
      {
        help: 'Run "npm install ioredis@5".',
        cause,
      },
    );
  }
}

/**
 * Counts one call in a window that begins with the first: returns the calls so far and the milliseconds until the end
 * of the window. Redis runs a script atomically and by one clock, so of concurrent calls from any number of processes
 * exactly `limit` pass.
 *
 * The driver of koa-ratelimit (async-ratelimiter 1.6) keeps a sorted set of timestamps of its callers. Two calls in the
 * same microsecond are one entry: of 1,000 calls from four processes it let 101 pass in 2 of 30 rounds. Its window also
 * follows the callers' clocks, and its `reset` is cut to seconds, so that a caller that waits for it is early.
 *
 * The expiry is set again if there is none, and if it is later than the window is long: the clock of Redis was set
 * back.
 */
const COUNT_SCRIPT = `
local calls = redis.call('INCR', KEYS[1])
local rest = redis.call('PTTL', KEYS[1])
if rest < 0 or rest > tonumber(ARGV[1]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  rest = tonumber(ARGV[1])
end
return {calls, rest}
`;

const KEY_PREFIX = 'procgen:limit:';
/** 132 bits in base64url, so that no number of counters causes a collision. */
const HASH_LENGTH = 22;

/** Creates a limiter that counts in Redis. `consume` rejects if Redis does not count in time, and says why. */
export function createRedisRateLimiter(redis: RedisConnection): RateLimiter {
  return {
    async consume(counter, { limit, windowMs }) {
      // Redis drops a key one millisecond after its expiry.
      const expiryMs = Math.max(1, windowMs - 1);
      const [calls, restMs] = await redis.count(nameKey(counter), expiryMs);
      return {
        isLimited: calls > limit,
        remaining: Math.max(0, limit - calls),
        resetMs: Math.min(windowMs, restMs + 1),
      };
    },
    async close() {
      redis.close();
    },
  };
}

/** Returns the key in Redis: short for any name, and without revealing the caller. */
function nameKey(counter: string): string {
  return KEY_PREFIX + hash('sha256', counter, 'base64url').slice(0, HASH_LENGTH);
}
