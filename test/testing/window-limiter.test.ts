import { expect, it } from 'vitest';
import { createWindowLimiter } from '../../src/testing/window-limiter.js';
import { describeRateLimiter } from '../runtime/limits/describe-rate-limiter.js';

describeRateLimiter('windows of a clock', async () => createWindowLimiter(() => performance.now()));

it('Windows are exact: a call that comes as one ends begins the next', async () => {
  let now = 1_000;
  const limiter = createWindowLimiter(() => now);
  const policy = { limit: 2, windowMs: 100 };
  const consume = () => limiter.consume('a', policy);
  expect(limiter.peek('a', policy)).toBeUndefined();
  expect(consume()).toEqual({ isLimited: false, remaining: 1, resetMs: 100 });
  now = 1_040;
  expect(consume()).toEqual({ isLimited: false, remaining: 0, resetMs: 60 });
  now = 1_099;
  expect(consume()).toEqual({ isLimited: true, remaining: 0, resetMs: 1 });
  expect(limiter.peek('a', policy)).toEqual({ isLimited: true, remaining: 0, resetMs: 1 });
  now = 1_100;
  expect(limiter.peek('a', policy)).toBeUndefined();
  expect(consume()).toEqual({ isLimited: false, remaining: 1, resetMs: 100 });
});

it('A clock that is set back begins a new window', () => {
  let now = 1_000;
  const limiter = createWindowLimiter(() => now);
  const policy = { limit: 1, windowMs: 100 };
  limiter.consume('a', policy);
  now = 0;
  expect(limiter.consume('a', policy)).toEqual({ isLimited: false, remaining: 0, resetMs: 100 });
});
