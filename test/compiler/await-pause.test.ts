import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awaitPause } from '../../src/compiler/write/await-pause.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function isReached(reached: Promise<void>): Promise<boolean> {
  return Promise.race([reached.then(() => true), Promise.resolve().then(() => false)]);
}

test('a pause is reached when nobody has asked for so long', async () => {
  const { reached, delay } = awaitPause(5);
  delay();
  await vi.advanceTimersByTimeAsync(4);
  delay();
  await vi.advanceTimersByTimeAsync(4);
  expect(await isReached(reached)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isReached(reached)).toBe(true);
});

test('before the first question there is no pause', async () => {
  const { reached } = awaitPause(5);
  await vi.advanceTimersByTimeAsync(100);
  expect(await isReached(reached)).toBe(false);
});

test('at the end nobody waits any longer', async () => {
  const { reached, end } = awaitPause(5);
  end();
  expect(await isReached(reached)).toBe(true);
});
