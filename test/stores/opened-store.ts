import type { Store } from '../../src/stores/store.js';

/** The store of the test that runs. */
export interface OpenedStore {
  readonly store: Store;
  /** Closes it and opens it again. */
  reopen(): Promise<void>;
}
