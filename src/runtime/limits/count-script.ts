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
export const COUNT_SCRIPT = `
local calls = redis.call('INCR', KEYS[1])
local rest = redis.call('PTTL', KEYS[1])
if rest < 0 or rest > tonumber(ARGV[1]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  rest = tonumber(ARGV[1])
end
return {calls, rest}
`;
