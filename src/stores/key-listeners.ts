import type { KeyListener, KeyStore } from './key-store.js';

/** The listeners for changed keys. */
export interface KeyListeners {
  readonly watch: KeyStore['watch'];
  readonly notify: KeyListener;
}

export function createKeyListeners(): KeyListeners {
  const listeners = new Set<KeyListener>();
  return {
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(hash) {
      for (const listener of listeners) listener(hash);
    },
  };
}
