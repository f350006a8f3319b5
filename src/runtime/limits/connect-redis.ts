import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { ConfigurationError } from '../configuration-error.js';
import type { RateLimiter } from './rate-limiter.js';
import { prepareTimeout } from './with-timeout.js';

/** A connection to Redis that counts. What cannot be sent now fails at once; nothing waits in a queue. */
export interface RedisConnection {
  /**
   * The calls so far and the milliseconds until the window's end; `COUNT_SCRIPT` says how. Rejects when that takes
   * longer than the connection's `answerMs`, with an error whose message says why and holds no password.
   */
  count(key: string, windowMs: number): Promise<readonly [calls: number, restMs: number]>;
  close(): void;
}

const CONNECT_MS = 500;
const RECONNECT_MS = 250;
/** Without an answer for so long the connection is given up for a new one: its other end may be gone. */
const SILENCE_MS = 1_000;

type CountingRedis = Redis & {
  procgenCount(key: string, windowMs: number): Promise<[number, number]>;
};

/**
 * Begins to connect to `url` and keeps at it for as long as it takes. Throws a ConfigurationError when ioredis, which
 * only those install who count in Redis, is not there.
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
  const explain = watchFaults(client);
  const giveUp = prepareToReconnect(client);
  const withTimeout = prepareTimeout(answerMs);
  return {
    async count(key, windowMs) {
      const answer = client.procgenCount(key, windowMs);
      const late = () => {
        giveUp(answer);
        return new Error('Redis does not answer in time.');
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
 * Tells why a call was not counted: what is wrong with the connection, or what Redis said. Of the client's errors the
 * message alone is kept: their `command.args` hold the password.
 */
function watchFaults(client: Redis): (error: Error) => string {
  let fault: string | null = 'Not connected yet.';
  client.on('error', ({ message, code }: NodeJS.ErrnoException) => {
    // Where a name has several addresses, the error of them all has no message.
    fault = message || code || 'The connection failed.';
  });
  client.on('close', () => {
    fault ??= 'The connection was closed.';
  });
  client.on('ready', () => {
    fault = null;
  });
  return (error) => {
    if (isReadOnly(error)) fault = error.message;
    return fault ?? error.message;
  };
}

/**
 * Makes a new connection when one that was made does not become ready, and when an answer that is late does not come
 * at all. The client's own `socketTimeout` does the latter, but calls it silence when this process did not listen.
 */
function prepareToReconnect(client: Redis): (answer: Promise<unknown>) => void {
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

/** Behind the name of a primary that became a replica another one may stand by now. */
function isReadOnly({ message }: Error): boolean {
  return message.startsWith('READONLY');
}

async function importClient(): Promise<{ readonly Redis: typeof Redis }> {
  try {
    return await import('ioredis');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new ConfigurationError(
      'Rate limits are to be counted in Redis, but the package ioredis is missing.',
      {
        help: 'Install it: npm install ioredis@5',
        cause,
      },
    );
  }
}

/**
 * Counts one call, in a window that begins with the first: the calls so far, and the milliseconds until the window's
 * end. Redis runs a script as one step, so that of calls at the same time exactly `limit` are counted up to `limit`,
 * whichever processes they come from, and by one clock.
 *
 * The driver of koa-ratelimit (async-ratelimiter 1.6) keeps a sorted set of timestamps that its callers make. Two
 * calls of one microsecond are one entry to it: of 1,000 calls from four processes it let 101 pass in 2 of 30 rounds.
 * Its window also follows the callers' clocks, and its `reset` is cut to seconds, so that who waits as told is early.
 *
 * The end is set anew when there is none, and when it lies further away than the window is long: the clock of Redis
 * was set back.
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
/** 132 bits in base64url: as many counters as one likes do not share a name. */
const HASH_LENGTH = 22;

/** Counters in Redis. `consume` rejects when Redis does not count in time; the message says why. */
export function createRedisRateLimiter(redis: RedisConnection): RateLimiter {
  return {
    async consume(counter, { limit, windowMs }) {
      // Redis forgets a key when its end is past, not when it is reached: one millisecond after it was told to.
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

/** The name in Redis: short whatever the caller's is, and telling nothing of who called what. */
function nameKey(counter: string): string {
  return KEY_PREFIX + hash('sha256', counter, 'base64url').slice(0, HASH_LENGTH);
}
