import type { Config } from '../definition/config.js';
import type { Keyring } from '../keys/keyring.js';
import type { RouteTable } from './route-table.js';

/** How long requests under way are waited for: container runtimes kill after 10 s, and `onStop` needs some of them too. */
export const DEFAULT_DRAIN_MS = 7_000;

/** What a running service offers beside its answers. */
export interface Running {
  /** Resolves when the store is open, the description read and `onStart` done; rejects when that fails. */
  ready(): Promise<void>;
  /** From now on `/readyz` says no, and streams end. Everything else is still answered. */
  beginDrain(): void;
  /**
   * Waits for the last request, but no longer than `deadlineMs` (7 s when absent), runs `onStop`, and closes the keyring
   * unless it is shared.
   */
  close(deadlineMs?: number): Promise<void>;
  /** The open keyring. */
  keyring(): Promise<Keyring>;
  /** Serves these routes from the next request on, once `onStart` is done; keyring and counters stay. The last call counts. */
  replaceRoutes(routes: RouteTable, config?: Config): Promise<void>;
}
