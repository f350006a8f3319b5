import type { Config } from '../definition/config.js';
import type { Keyring } from '../keys/keyring.js';
import type { RouteTable } from './route-table.js';

/** How long closing waits for requests: container runtimes kill after 10 s, and `onStop` needs some of that. */
export const DEFAULT_DRAIN_MS = 7_000;

/** The methods of a running service besides its responses. */
export interface Running {
  /** Resolves when the store is open, the description is read and `onStart` is done; rejects if that fails. */
  ready(): Promise<void>;
  /** Makes `/readyz` report not ready, and ends streams. Everything else is still answered. */
  beginDrain(): void;
  /**
   * Waits for the last request, at most `deadlineMs` (7 s when absent), runs `onStop`, and closes the keyring unless it
   * is shared.
   */
  close(deadlineMs?: number): Promise<void>;
  /** Resolves with the open keyring. */
  keyring(): Promise<Keyring>;
  /** Serves these routes once `onStart` is done; keyring and counters stay. Of several calls the last one applies. */
  replaceRoutes(routes: RouteTable, config?: Config): Promise<void>;
}
