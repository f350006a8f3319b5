import { expect, test, vi } from 'vitest';
import { type KeyEndListener, prepareWatchKey } from '../../src/keys/watch-keys.js';
import type { KeyListener, StoredKey } from '../../src/stores/key-store.js';
import { storedKey } from '../stores/stored-key.js';

/** A store of one key that says what the test has it say. */
function watchOne(key: StoredKey = storedKey(1)) {
  const listeners = new Set<KeyListener>();
  const store = {
    found: key as StoredKey | null | Promise<StoredKey | null>,
    findByHashes: () => store.found,
    watch(listener: KeyListener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const tell = (hash: string | null) => {
    for (const listener of listeners) listener(hash);
  };
  const watchKey = prepareWatchKey({ store, now: () => 1_000 });
  return {
    store,
    tell,
    watch: (onEnd: KeyEndListener) => watchKey(key.hash, onEnd),
    listeners,
    hash: key.hash,
  };
}

test('S-10 a call ends when its key is gone, and not when the key only changed', () => {
  const { store, tell, watch, hash } = watchOne();
  const onEnd = vi.fn();
  watch(onEnd);
  tell(hash);
  tell('0'.repeat(64));
  expect(onEnd).not.toHaveBeenCalled();
  store.found = null;
  tell(hash);
  expect(onEnd.mock.calls).toEqual([[true]]);
});

test('S-10 a call ends where nobody knows what became of its key, and is told that', async () => {
  const { store, tell, watch, hash } = watchOne();
  const [first, second] = [vi.fn(), vi.fn()];
  watch(first);
  tell(null);
  expect(first.mock.calls).toEqual([[false]]);
  watch(second);
  store.found = Promise.reject(new Error('The store is out of reach.'));
  tell(hash);
  await new Promise(setImmediate);
  expect(second.mock.calls).toEqual([[false]]);
});

test('S-10 a key that was deleted since the call was let in ends it at once', () => {
  const { store, watch } = watchOne();
  store.found = null;
  const onEnd = vi.fn();
  watch(onEnd);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('S-10 a key that expires ends all its calls within a second', () => {
  vi.useFakeTimers();
  try {
    let now = 0;
    const key = storedKey(1, { expiresAt: 5_000 });
    const store = { findByHashes: () => key, watch: () => () => {} };
    const watchKey = prepareWatchKey({ store, now: () => now });
    const ended: string[] = [];
    const stops = ['first', 'second'].map((name) => watchKey(key.hash, () => ended.push(name)));
    now = 4_999;
    vi.advanceTimersByTime(1_000);
    expect(ended).toEqual([]);
    now = 5_000;
    vi.advanceTimersByTime(300);
    expect(ended).toEqual(['first', 'second']);
    for (const stop of stops) stop();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('nothing listens while no key is watched', () => {
  const { watch, listeners } = watchOne();
  expect(listeners.size).toBe(0);
  const [first, second] = [watch(() => {}), watch(() => {})];
  expect(listeners.size).toBe(1);
  first();
  expect(listeners.size).toBe(1);
  second();
  expect(listeners.size).toBe(0);
});
