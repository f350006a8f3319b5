import type { KeyStore, StoredKey } from '../stores/key-store.js';
import { isActive } from './prepare-verification.js';

/**
 * Calls `onEnd` less than a second after the key with this hash is deleted, disabled or expired. Also calls it, with
 * `isKnown` false, if the store has not reported changes for that long. Returns a function that stops watching.
 */
export type WatchKey = (hash: string, onEnd: KeyEndListener) => () => void;

export type KeyEndListener = (isKnown: boolean) => void;

/** A key with open calls. */
interface WatchedKey {
  readonly hash: string;
  readonly listeners: Set<KeyEndListener>;
  expiresAt: number | null;
}

export interface WatchKeysOptions {
  readonly store: Pick<KeyStore, 'watch' | 'findByHashes'>;
  readonly now: () => number;
}

/** The interval of checks for expired keys. */
const EXPIRY_CHECK_INTERVAL_MS = 250;

/** Prepares `WatchKey` with one timer and one listener for all keys, and none while no key is watched. */
export function prepareWatchKey({ store, now }: WatchKeysOptions): WatchKey {
  const keys = new Map<string, WatchedKey>();
  let stop: (() => void) | undefined;

  function startListening(): () => void {
    const stopListening = store.watch(onChange);
    const timer = setInterval(notifyExpired, EXPIRY_CHECK_INTERVAL_MS).unref();
    return () => {
      stopListening();
      clearInterval(timer);
    };
  }

  function onChange(hash: string | null): void {
    if (hash === null) for (const watched of [...keys.values()]) notifyListeners(watched, false);
    else {
      const watched = keys.get(hash);
      if (watched) checkKey(watched);
    }
  }

  function checkKey(watched: WatchedKey): void {
    const applyKey = (key: StoredKey | null) => {
      if (key === null || !isActive(key, now())) notifyListeners(watched, true);
      else watched.expiresAt = key.expiresAt;
    };
    const found = store.findByHashes([watched.hash]);
    // If the store cannot find the key, the key cannot be verified either.
    if (found instanceof Promise) found.then(applyKey, () => notifyListeners(watched, false));
    else applyKey(found);
  }

  function notifyExpired(): void {
    for (const watched of [...keys.values()])
      if (watched.expiresAt !== null && watched.expiresAt <= now()) notifyListeners(watched, true);
  }

  function notifyListeners({ listeners }: WatchedKey, isKnown: boolean): void {
    for (const listener of [...listeners]) listener(isKnown);
  }

  function startWatching(hash: string): WatchedKey {
    const watched: WatchedKey = { hash, listeners: new Set(), expiresAt: null };
    keys.set(hash, watched);
    stop ??= startListening();
    return watched;
  }

  return (hash, onEnd) => {
    const watched = keys.get(hash) ?? startWatching(hash);
    watched.listeners.add(onEnd);
    // The key may have changed since the call was admitted.
    checkKey(watched);
    return () => {
      watched.listeners.delete(onEnd);
      if (watched.listeners.size > 0 || keys.get(hash) !== watched) return;
      keys.delete(hash);
      if (keys.size > 0) return;
      stop?.();
      stop = undefined;
    };
  };
}
