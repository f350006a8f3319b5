import type { KeyStore, StoredKey } from '../stores/key-store.js';
import { isGood } from './prepare-verification.js';

/**
 * Calls `onEnd` less than a second after the key with this hash is deleted, disabled or expired. Also calls it, with
 * `isKnown` false, if the store has not reported changes for that long. Returns a function that stops watching.
 */
export type WatchKey = (hash: string, onEnd: KeyEndListener) => () => void;

export type KeyEndListener = (isKnown: boolean) => void;

/** A key with open calls. */
interface Watched {
  readonly hash: string;
  readonly listeners: Set<KeyEndListener>;
  expiresAt: number | null;
}

export interface WatchKeysOptions {
  readonly store: Pick<KeyStore, 'watch' | 'findByHashes'>;
  readonly now: () => number;
}

/** The interval of checks for expired keys. */
const LOOK_EVERY_MS = 250;

/** Prepares `WatchKey` with one timer and one listener for all keys, and none while no key is watched. */
export function prepareWatchKey({ store, now }: WatchKeysOptions): WatchKey {
  const keys = new Map<string, Watched>();
  let stop: (() => void) | undefined;

  function start(): () => void {
    const stopListening = store.watch(hear);
    const timer = setInterval(endExpired, LOOK_EVERY_MS).unref();
    return () => {
      stopListening();
      clearInterval(timer);
    };
  }

  function hear(hash: string | null): void {
    if (hash === null) for (const watched of [...keys.values()]) end(watched, false);
    else {
      const watched = keys.get(hash);
      if (watched) look(watched);
    }
  }

  function look(watched: Watched): void {
    const judge = (key: StoredKey | null) => {
      if (key === null || !isGood(key, now())) end(watched, true);
      else watched.expiresAt = key.expiresAt;
    };
    const found = store.findByHashes([watched.hash]);
    // If the store cannot find the key, the key cannot be verified either.
    if (found instanceof Promise) found.then(judge, () => end(watched, false));
    else judge(found);
  }

  function endExpired(): void {
    for (const watched of [...keys.values()])
      if (watched.expiresAt !== null && watched.expiresAt <= now()) end(watched, true);
  }

  function end({ listeners }: Watched, isKnown: boolean): void {
    for (const listener of [...listeners]) listener(isKnown);
  }

  function begin(hash: string): Watched {
    const watched: Watched = { hash, listeners: new Set(), expiresAt: null };
    keys.set(hash, watched);
    stop ??= start();
    return watched;
  }

  return (hash, onEnd) => {
    const watched = keys.get(hash) ?? begin(hash);
    watched.listeners.add(onEnd);
    // The key may have changed since the call was admitted.
    look(watched);
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
